import { APPROVAL_TEMPLATES } from '@atrium/contract/approvals/templates/templates.ts';
import { expect, test } from 'vitest';
import {
  addBranch,
  type Direction,
  END,
  freshId,
  insertNode,
  moveBranch,
  moveNode,
  neighbor,
  newNode,
  removeBranch,
  removeNode,
  START,
} from './flowEdit.ts';

// head, how_much [large: checks (need: next_head | budget: admins) | otherwise], inform
const { flow } = APPROVAL_TEMPLATES.purchase((key) => key);
const ids = (nodes: readonly { id: string }[]) => nodes.map(({ id }) => id);

test('arrows reach every part of the diagram, and end at its ends', () => {
  const walk = (from: string, way: Direction) => {
    const path = [from];
    for (let at = from, next = ''; next !== at; path.push(next)) {
      at = path.at(-1) ?? '';
      next = neighbor(flow, at, way);
      if (next === at) break;
    }
    return path;
  };
  expect(walk(START, 'down')).toEqual([
    START,
    'head',
    'how_much',
    'large',
    'checks',
    'need',
    'next_head',
    'inform',
    END,
  ]);
  expect(walk(END, 'up')).toEqual([END, 'inform', 'how_much', 'head', START]);
  expect(walk('next_head', 'up')).toEqual(['next_head', 'need', 'checks', 'large', 'how_much', 'head', START]);
  expect(walk('next_head', 'right')).toEqual(['next_head', 'budget', 'otherwise']);
  expect(walk('otherwise', 'left')).toEqual(['otherwise', 'large']);
  expect(neighbor(flow, 'otherwise', 'down')).toBe('inform');
  expect(neighbor(flow, 'head', 'right')).toBe('head');
});

test('a removed node takes what is in its branches along, and comes back with it', () => {
  const { flow: without, restore } = removeNode(flow, 'how_much');
  expect(ids(without)).toEqual(['head', 'inform']);
  expect(restore(without)).toEqual(flow);
  // Into a flow that has changed meanwhile.
  const changed = insertNode(without, newNode(without, 'copy', ''), 'inform');
  expect(ids(restore(changed))).toEqual(['head', 'how_much', 'checks', 'next_head', 'admins', 'inform', 'n1']);
});

test('nodes are inserted and moved within their branch only', () => {
  const node = newNode(flow, 'approver', 'otherwise');
  const more = insertNode(flow, node, '');
  expect(neighbor(more, 'otherwise', 'down')).toBe('n1');
  expect(neighbor(more, 'n1', 'down')).toBe('inform');
  const first = insertNode(flow, newNode(flow, 'copy', ''), '');
  expect(neighbor(first, START, 'down')).toBe('n1');
  expect(neighbor(moveNode(flow, 'inform', -1), 'head', 'down')).toBe('inform');
  expect(moveNode(flow, 'inform', 1)).toEqual(flow);
  expect(moveNode(flow, 'next_head', 1)).toEqual(flow);
});

test('the last branch of a condition stays the last', () => {
  const { flow: more, id } = addBranch(flow, 'how_much');
  const branches = (of: typeof more) =>
    of.flatMap((node) => (node.id === 'how_much' && 'branches' in node ? ids(node.branches) : []));
  expect(branches(more)).toEqual(['large', id, 'otherwise']);
  expect(branches(moveBranch(more, 'how_much', id, 1))).toEqual(['large', id, 'otherwise']);
  expect(branches(moveBranch(more, 'how_much', id, -1))).toEqual([id, 'large', 'otherwise']);
  const { flow: without, restore } = removeBranch(more, 'how_much', 'large');
  expect([branches(without), ids(without)]).toEqual([
    [id, 'otherwise'],
    ['head', 'how_much', 'inform'],
  ]);
  expect(branches(restore(without))).toEqual(['large', id, 'otherwise']);
  expect(neighbor(restore(without), 'large', 'down')).toBe('checks');
  expect(freshId('b', ['b1', 'b3'])).toBe('b2');
});
