import { DOCUMENT_MARKS, DOCUMENT_NODES } from '@atrium/richtext/document/nodes.ts';
import { getSchema } from '@tiptap/core';
import { expect, test } from 'vitest';
import { documentFormats, lineFormats, mentionOf } from './formats.ts';

test('the editor and the server have the same content of a document', () => {
  const schema = getSchema(documentFormats(() => undefined));
  const attrsOf = (attrs: object | undefined) =>
    Object.keys(attrs ?? {})
      .filter((name) => name !== 'type')
      .toSorted();
  const ours = Object.entries(schema.nodes).map(([name, { spec }]) => [name, attrsOf(spec.attrs)]);
  const theirs = Object.entries(DOCUMENT_NODES).map(([name, { attrs }]) => [name, attrsOf(attrs)]);
  expect(ours.toSorted()).toEqual(theirs.toSorted());
  const marks = Object.entries(schema.marks).map(([name, { spec }]) => [name, attrsOf(spec.attrs)]);
  expect(marks.toSorted()).toEqual(
    Object.entries(DOCUMENT_MARKS)
      .map(([name, { attrs }]) => [name, attrsOf(attrs)])
      .toSorted(),
  );
  for (const [name, { content = '' }] of Object.entries(DOCUMENT_NODES)) {
    expect(schema.nodes[name]?.spec.content ?? '', name).toBe(content);
  }
  expect(Object.keys(getSchema(lineFormats()).nodes).toSorted()).toEqual(['doc', 'paragraph', 'text']);
});

test('a mention is what is stored as one, and nothing else', () => {
  expect(mentionOf('<span class="mention user" data-id="3">@Ada &amp; Co</span>')).toMatchObject({
    kind: 'user',
    id: 3,
    name: '@Ada & Co',
  });
  expect(mentionOf('<span class="mention task" data-id="9">#Ship</span>')).toMatchObject({ path: 'single/task/9' });
  expect(mentionOf('<span class="mention user" data-id="3" onclick="x()">@Ada</span>')).toBeNull();
  expect(mentionOf('<img src=x onerror=alert(1)>')).toBeNull();
});
