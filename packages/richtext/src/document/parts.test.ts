import { expect, test } from 'vitest';
import {
  changedParts,
  mergeParts,
  type Parts,
  partsOf,
  partsOfTree,
  textOfParts,
  treeOf,
  wordsOfParts,
} from './parts.ts';

const drawing = (...elements: object[]) => JSON.stringify({ type: 'excalidraw', elements });
const box = (id: string, index: string, x = 0) => ({ id, index, x, type: 'rectangle' });

test('a drawing becomes parts and the same text again, from back to front', () => {
  const parts = partsOf(drawing(box('b', 'a2'), box('a', 'a1'), { ...box('c', 'a3'), isDeleted: true }), 'drawing');
  expect([...parts!.keys()]).toEqual(['e:b', 'e:a']);
  const text = textOfParts(parts!, 'drawing');
  expect(JSON.parse(text).elements.map(({ id }: { id: string }) => id)).toEqual(['a', 'b']);
  expect(textOfParts(partsOf(text, 'drawing')!, 'drawing')).toBe(text);
});

test('pictures of a drawing come from their bytes only', () => {
  const files = {
    near: { mimeType: 'image/png', dataURL: 'data:image/png;base64,AAAA' },
    far: { mimeType: 'image/png', dataURL: 'https://tracker.example/a.png' },
    script: { mimeType: 'image/svg+xml', dataURL: 'data:image/svg+xml;base64,AAAA' },
  };
  const parts = partsOf(JSON.stringify({ elements: [], files }), 'drawing');
  expect([...parts!.keys()]).toEqual(['f:near']);
});

test('pages inside a drawing, and links that run something, are left out', () => {
  const page = { ...box('a', 'a1'), type: 'iframe', customData: { generationData: { html: '<script>1</script>' } } };
  const embedded = { ...box('b', 'a2'), type: 'embeddable', link: 'https://video.example' };
  const linked = { ...box('c', 'a3'), link: 'javascript:alert(1)', customData: { x: 1 } };
  const parts = partsOf(drawing(page, embedded, linked, { ...box('d', 'a4'), link: 'https://a.example' }), 'drawing')!;
  expect(JSON.parse(textOfParts(parts, 'drawing')).elements).toEqual([
    { ...box('c', 'a3'), link: null },
    { ...box('d', 'a4'), link: 'https://a.example' },
  ]);
});

test('other texts are neither a drawing nor a mind map', () => {
  for (const text of ['hello', '[]', '{}', '{"elements": 3}', '{"nodeData": []}', 'null']) {
    expect(partsOf(text, 'drawing')).toBeUndefined();
    expect(partsOf(text, 'mind')).toBeUndefined();
  }
  expect(partsOf('', 'mind')!.size).toBe(0);
});

const mind = (parts: Parts) => JSON.parse(textOfParts(parts, 'mind')).nodeData;
const topic = (parent: string, order = 0, words = '') => ({ parent, order, topic: words });

test('a mind map becomes parts and the same tree again', () => {
  const tree = {
    ...{ id: 'root', topic: 'Trip', children: [] as object[] },
    children: [
      { id: 'b', topic: 'Train', direction: 1, expanded: false, children: [{ id: 'c', topic: 'Seats' }] },
      { id: 'a', topic: 'Hotel', direction: 0, style: { background: '#ffc9c9' } },
    ],
  };
  const text = JSON.stringify({ nodeData: tree });
  const parts = partsOf(text, 'mind')!;
  expect(mind(parts)).toEqual(tree);
  expect(partsOfTree(treeOf(parts)!)).toEqual(parts);
});

test('markup and addresses in a mind map are dropped', () => {
  const node = { id: 'root', topic: 'A', dangerouslySetInnerHTML: '<img src=x onerror=alert(1)>' };
  const more = {
    hyperLink: 'javascript:alert(1)',
    image: { url: 'https://tracker.example' },
    style: { background: 'url(x)' },
  };
  expect(mind(partsOf(JSON.stringify({ nodeData: { ...node, ...more } }), 'mind')!)).toEqual({
    id: 'root',
    topic: 'A',
  });
});

test('topics that lost their place, or hang below themselves, move to the middle', () => {
  const parts: Parts = new Map<string, unknown>([
    ['n:root', topic('', 0, 'Middle')],
    ['n:lost', topic('removed', 0, 'Lost')],
    ['n:one', topic('two', 0, 'One')],
    ['n:two', topic('one', 0, 'Two')],
  ]);
  const tree = treeOf(parts)!;
  const all = JSON.stringify(tree);
  for (const words of ['Lost', 'One', 'Two']) expect(all.split(`"${words}"`)).toHaveLength(2);
  expect(tree.children.map(({ id }) => id)).toEqual(['lost', 'one']);
});

test('two sets of changes to the same parts are joined', () => {
  const parts = (...elements: object[]) => partsOf(drawing(...elements), 'drawing')!;
  const base = parts(box('a', 'a1'), box('b', 'a2'), box('c', 'a3'));
  const now = parts(box('a', 'a1', 5), box('b', 'a2'), box('c', 'a3'), box('d', 'a4'));
  const next = parts(box('a', 'a1'), box('b', 'a2', 7));
  const merged = mergeParts(base, now, next);
  expect(merged).toEqual(parts(box('a', 'a1', 5), box('b', 'a2', 7), box('d', 'a4')));
  expect([...changedParts(base, next).keys()]).toEqual(['e:b', 'e:c']);
});

test('the words of both are those that people see', () => {
  const parts = partsOf(drawing({ ...box('a', 'a1'), text: 'Harbor' }, box('b', 'a2')), 'drawing')!;
  expect(wordsOfParts(parts, 'drawing')).toBe('Harbor');
  const map: Parts = new Map<string, unknown>([
    ['n:root', topic('', 0, 'Trip')],
    ['n:a', topic('root', 0, 'Train')],
  ]);
  expect(wordsOfParts(map, 'mind')).toBe('- Trip\n  - Train');
});
