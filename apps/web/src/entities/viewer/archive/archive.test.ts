import { expect, test } from 'vitest';
import { ViewerError } from '../fileBytes.ts';
import { listTar } from './tar.ts';
import { treeOf } from './tree.ts';

test('entries become a tree: folders first, sizes of folders are sums, paths stay inside', () => {
  const tree = treeOf(
    [
      { name: 'b.txt', size: 1, isFolder: false },
      { name: 'docs/', size: 0, isFolder: true },
      { name: 'docs/deep/a.md', size: 5, isFolder: false },
      { name: '/../evil.sh', size: 2, isFolder: false },
    ],
    'en',
  );
  expect(tree.map(({ name, size }) => [name, size])).toEqual([
    ['..', 2],
    ['docs', 5],
    ['b.txt', 1],
  ]);
  expect(tree[1]?.children?.[0]).toEqual({
    name: 'deep',
    size: 5,
    children: [{ name: 'a.md', size: 5, children: undefined }],
  });
});

test('an entry of a thousand levels does not make a thousand', () => {
  let [depth, branch] = [0, treeOf([{ name: 'a/'.repeat(1000) + 'b', size: 1, isFolder: false }], 'en')[0]];
  while (branch) [depth, branch] = [depth + 1, branch.children?.[0]];
  expect(depth).toBeLessThanOrEqual(40);
});

const utf8 = (text: string) => new TextEncoder().encode(text);
function header(name: string, size: number, kind: string): Uint8Array {
  const block = new Uint8Array(512);
  block.set(utf8(name), 0);
  block.set(utf8(size.toString(8).padStart(11, '0')), 124);
  block.fill(32, 148, 156);
  block.set(utf8(kind), 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.set(utf8(`${sum.toString(8).padStart(6, '0')}\0 `), 148);
  return block;
}

test('a tar is listed with its long names', () => {
  const long = `folder/${'x'.repeat(150)}.txt`;
  const content = new Uint8Array(512);
  content.set(utf8(long));
  const tar = new Uint8Array([
    ...header('dir/', 0, '5'),
    // The long target of a link, which is not shown.
    ...header('K', long.length, 'K'),
    ...content,
    ...header('L', long.length, 'L'),
    ...content,
    ...header('cut', 3, '0'),
    ...new Uint8Array(512),
    ...new Uint8Array(1024),
  ]);
  expect(listTar(tar)).toEqual([
    { name: 'dir/', size: 0, isFolder: true },
    { name: long, size: 3, isFolder: false },
  ]);
  expect(() => listTar(utf8('x'.repeat(600)))).toThrow('broken');
});

test.each(['-310', '-1001', '12x'])('a tar with the size %s is broken', (size) => {
  const block = header('evil', 0, '0');
  block.set(utf8(size.padEnd(11, ' ')), 124);
  block.fill(32, 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.set(utf8(`${sum.toString(8).padStart(6, '0')}\0 `), 148);
  expect(() => listTar(new Uint8Array([...block, ...new Uint8Array(1024)]))).toThrow(new ViewerError('broken'));
});
