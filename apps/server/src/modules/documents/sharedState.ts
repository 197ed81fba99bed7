import type { DocumentFormat } from '@atrium/contract/files/documents.ts';
import { mergeTexts } from '@atrium/richtext/document/diff.ts';
import { documentOf, documentOfLines } from '@atrium/richtext/document/fromMarkdown.ts';
import { DOCUMENT_MARKS, DOCUMENT_NODES, type DocumentNode } from '@atrium/richtext/document/nodes.ts';
import {
  changedParts,
  mergeParts,
  type Parts,
  type PartsFormat,
  partsOf,
  textOfParts,
} from '@atrium/richtext/document/parts.ts';
import { linesOf, markdownOf } from '@atrium/richtext/document/toMarkdown.ts';
import { updateYFragment } from '@tiptap/y-tiptap';
import { Schema } from 'prosemirror-model';
import * as Y from 'yjs';

/** The field of the shared state with the content of text documents. */
const FIELD = 'default';
/** The field of the shared state with the parts of drawings and mind maps. */
const PARTS = 'parts';
/** Content that is nested deeper is ignored: clients write it, and one may be hostile. */
const MAX_DEPTH = 60;

const schema = new Schema({ nodes: { ...DOCUMENT_NODES }, marks: { ...DOCUMENT_MARKS } });

/** The shared state of a text that has none yet. */
export function stateOf(text: string, format: DocumentFormat): Buffer {
  const doc = new Y.Doc();
  writeText(doc, text, format);
  return Buffer.from(Y.encodeStateAsUpdate(doc));
}

/**
 * Loads a state with the changes after it. A change that cannot be applied is left out, so that it does not close the
 * document.
 */
export function loadDoc(state: Uint8Array, updates: readonly Uint8Array[], onBroken: (error: unknown) => void): Y.Doc {
  const doc = new Y.Doc();
  for (const update of [state, ...updates]) {
    try {
      Y.applyUpdate(doc, update);
    } catch (error) {
      onBroken(error);
    }
  }
  return doc;
}

/** True if the bytes are a valid change. */
export function isUpdate(update: Uint8Array): boolean {
  try {
    Y.decodeUpdate(update);
    return true;
  } catch {
    return false;
  }
}

const isParts = (format: DocumentFormat): format is PartsFormat =>
  format === 'drawing' || format === 'mind' || format === 'sheet';
const partsIn = (doc: Y.Doc): Parts => new Map(doc.getMap(PARTS).entries());
/** A text that is not a drawing or a mind map counts as an empty one. */
const partsOrNone = (text: string, format: PartsFormat): Parts => partsOf(text, format) ?? new Map();

export const textOf = (doc: Y.Doc, format: DocumentFormat): string =>
  isParts(format)
    ? textOfParts(partsIn(doc), format)
    : format === 'md'
      ? markdownOf(contentOf(doc))
      : linesOf(contentOf(doc));

/** The same text as the shared state would have it, so that texts can be compared. */
export const normalized = (text: string, format: DocumentFormat): string =>
  isParts(format)
    ? textOfParts(partsOrNone(text, format), format)
    : format === 'md'
      ? markdownOf(documentOf(text))
      : linesOf(documentOfLines(text));

/** Applies the difference between `base` and `next` to `now`. */
export function mergedText(base: string, now: string, next: string, format: DocumentFormat): string {
  if (!isParts(format)) return mergeTexts(normalized(base, format), now, normalized(next, format));
  const [from, here, to] = [base, now, next].map((text) => partsOrNone(text, format)) as [Parts, Parts, Parts];
  return textOfParts(mergeParts(from, here, to), format);
}

/** Makes the state have this text. What stays the same keeps its identity, and with it carets and comments. */
export function writeText(doc: Y.Doc, text: string, format: DocumentFormat): void {
  if (isParts(format)) return writeParts(doc, partsOrNone(text, format));
  const content = format === 'md' ? documentOf(text) : documentOfLines(text);
  const node = schema.nodeFromJSON(content);
  const fragment = doc.getXmlFragment(FIELD);
  doc.transact(() => updateYFragment(doc, fragment, node, { mapping: new Map(), isOMark: new Map() }));
}

function writeParts(doc: Y.Doc, wanted: Parts): void {
  const shared = doc.getMap(PARTS);
  doc.transact(() => {
    for (const [key, value] of changedParts(partsIn(doc), wanted)) {
      if (value === undefined) shared.delete(key);
      else shared.set(key, value);
    }
  });
}

export function contentOf(doc: Y.Doc): DocumentNode {
  return {
    type: 'doc',
    content: doc
      .getXmlFragment(FIELD)
      .toArray()
      .flatMap((child) => nodesOf(child, 0)),
  };
}

function nodesOf(item: unknown, depth: number): DocumentNode[] {
  if (depth > MAX_DEPTH) return [];
  if (item instanceof Y.XmlText) return textsOf(item);
  if (!(item instanceof Y.XmlElement)) return [];
  const content = item.toArray().flatMap((child) => nodesOf(child, depth + 1));
  const node: DocumentNode = { type: String(item.nodeName), attrs: item.getAttributes() as Record<string, unknown> };
  return [content.length > 0 ? { ...node, content } : node];
}

function textsOf(text: Y.XmlText): DocumentNode[] {
  const parts = text.toDelta() as { insert: unknown; attributes?: Record<string, unknown> }[];
  return parts.flatMap(({ insert, attributes = {} }) => {
    if (typeof insert !== 'string' || insert === '') return [];
    const marks = Object.entries(attributes).flatMap(([name, attrs]) => {
      // Marks that may overlap carry a hash after their name.
      const type = name.replace(/--[\w+/=]+$/, '');
      return attrs && Object.hasOwn(DOCUMENT_MARKS, type) ? [{ type, attrs: attrs as Record<string, unknown> }] : [];
    });
    return [{ type: 'text', text: insert, ...(marks.length > 0 && { marks }) }];
  });
}
