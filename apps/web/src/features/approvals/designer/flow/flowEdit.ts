import type { ApprovalNode, ApprovalWho, ConditionNode } from '@atrium/contract/approvals/definition.ts';
import { MAIN_LINE, nodesIn } from '@atrium/contract/approvals/flow.ts';

/** Changes of a flow and the way through its diagram, as pure functions. */

export type Flow = readonly ApprovalNode[];
export type Split = Extract<ApprovalNode, { branches: unknown }>;
export type Branch = Pick<Split['branches'][number], 'id' | 'name'> & Partial<ConditionNode['branches'][number]>;
export const isSplit = (node: ApprovalNode): node is Split => node.type === 'condition' || node.type === 'parallel';

/** The places before the first node and after the last one. Ids of nodes are words, so they cannot be equal. */
export const START = '#start';
export const END = '#end';

/** An id with this prefix that nothing has yet. */
export function freshId(prefix: string, taken: Iterable<string>): string {
  const all = new Set(taken);
  let number = 1;
  while (all.has(`${prefix}${number}`)) number += 1;
  return `${prefix}${number}`;
}
const idsOf = (flow: Flow): string[] =>
  flow.flatMap((node) => [node.id, ...(isSplit(node) ? node.branches.map(({ id }) => id) : [])]);

const nobody = { rule: 'admins', userid: 0 } as const;
const direct: ApprovalWho = { kind: 'head', level: 1 };

/** A new node with an id that the flow does not have. */
export function newNode(flow: Flow, type: ApprovalNode['type'], branch: string): ApprovalNode {
  const taken = idsOf(flow);
  const place = { id: freshId('n', taken), name: '', branch };
  if (type === 'approver') return { ...place, type, who: direct, mode: 'one', nobody, hours: 0 };
  if (type === 'copy') return { ...place, type, who: { kind: 'people', userids: [] } };
  const first = freshId('b', taken);
  const ids = [first, freshId('b', [...taken, first])] as const;
  if (type === 'parallel') return { ...place, type, branches: ids.map((id) => ({ id, name: '' })) };
  return { ...place, type, branches: ids.map((id) => ({ id, name: '', conditions: [] })) };
}

/** Puts a node into its branch, after the given one; '' = as the first one. */
export function insertNode(flow: Flow, node: ApprovalNode, after: string): ApprovalNode[] {
  const first = flow.findIndex(({ branch }) => branch === node.branch);
  const at = after ? flow.findIndex(({ id }) => id === after) + 1 : first < 0 ? flow.length : first;
  return flow.toSpliced(at, 0, node);
}

export const setNode = (flow: Flow, node: ApprovalNode): ApprovalNode[] =>
  flow.map((each) => (each.id === node.id ? node : each));

/** A node and everything in its branches. */
export function withInner(flow: Flow, id: string): ApprovalNode[] {
  const node = flow.find((each) => each.id === id);
  if (!node) return [];
  return [node, ...(isSplit(node) ? node.branches.flatMap((branch) => inBranch(flow, branch.id)) : [])];
}
const inBranch = (flow: Flow, branch: string): ApprovalNode[] =>
  nodesIn(flow, branch).flatMap(({ id }) => withInner(flow, id));

/** A flow without the removed part. `restore` inserts the part into a flow that may have changed meanwhile. */
export interface RemovedPart {
  flow: ApprovalNode[];
  restore: (flow: Flow) => ApprovalNode[];
}
export function removeNode(flow: Flow, id: string): RemovedPart {
  const gone = withInner(flow, id);
  const at = flow.findIndex((each) => each.id === id);
  return {
    flow: flow.filter((each) => !gone.includes(each)),
    restore: (now) => now.toSpliced(at, 0, ...gone),
  };
}

/** Removes a branch with its content. */
export function removeBranch(flow: Flow, splitId: string, branchId: string): RemovedPart {
  const split = flow.find(({ id }) => id === splitId);
  if (!split || !isSplit(split)) return { flow: [...flow], restore: (now) => [...now] };
  const at = split.branches.findIndex(({ id }) => id === branchId);
  const branch = split.branches[at];
  const gone = inBranch(flow, branchId);
  const without = withBranches(split, split.branches.toSpliced(at, 1));
  return {
    flow: setNode(flow, without).filter((each) => !gone.includes(each)),
    restore: (now) => {
      const there = now.find(({ id }) => id === splitId);
      if (!there || !isSplit(there) || !branch) return [...now];
      return [...setNode(now, withBranches(there, there.branches.toSpliced(at, 0, branch))), ...gone];
    },
  };
}

/** Branches of a condition have conditions, those of a parallel node have none. */
export const withBranches = (split: Split, branches: readonly Branch[]): Split =>
  ({ ...split, branches: [...branches] }) as Split;

/** A new branch: before the last one of a condition, which is for everything else. */
export function addBranch(flow: Flow, splitId: string): { flow: ApprovalNode[]; id: string } {
  const split = flow.find(({ id }) => id === splitId);
  const id = freshId('b', idsOf(flow));
  if (!split || !isSplit(split)) return { flow: [...flow], id: '' };
  const isCondition = split.type === 'condition';
  const branch = { id, name: '', ...(isCondition && { conditions: [] }) };
  const at = split.branches.length - (isCondition ? 1 : 0);
  return { flow: setNode(flow, withBranches(split, split.branches.toSpliced(at, 0, branch))), id };
}

/** Moves a node within its branch; unchanged at the end of it. */
export function moveNode(flow: Flow, id: string, by: -1 | 1): ApprovalNode[] {
  const node = flow.find((each) => each.id === id);
  if (!node) return [...flow];
  const line = nodesIn(flow, node.branch);
  const other = line[line.indexOf(node) + by];
  if (!other) return [...flow];
  return flow.map((each) => (each === node ? other : each === other ? node : each));
}

/** Moves a branch among the others. The last branch of a condition stays the last. */
export function moveBranch(flow: Flow, splitId: string, branchId: string, by: -1 | 1): ApprovalNode[] {
  const split = flow.find(({ id }) => id === splitId);
  if (!split || !isSplit(split)) return [...flow];
  const movable = split.type === 'condition' ? split.branches.slice(0, -1) : split.branches;
  const at = movable.findIndex(({ id }) => id === branchId);
  const [branch, other] = [movable[at], movable[at + by]];
  if (!branch || !other) return [...flow];
  const swapped = split.branches.map((each) => (each === branch ? other : each === other ? branch : each));
  return setNode(flow, withBranches(split, swapped));
}

/** The split that a branch belongs to. */
export const splitOf = (flow: Flow, branch: string): Split | undefined =>
  flow.filter(isSplit).find(({ branches }) => branches.some(({ id }) => id === branch));

export type Direction = 'up' | 'down' | 'left' | 'right';
/**
 * The destination of an arrow key from a node, a branch, the start or the end. Down goes into the first branch of a
 * split, and out of a branch to the node after the split.
 */
export function neighbor(flow: Flow, id: string, way: Direction): string {
  if (way === 'left' || way === 'right') return beside(flow, id, way === 'left' ? -1 : 1);
  return way === 'down' ? below(flow, id) : above(flow, id);
}

function below(flow: Flow, id: string): string {
  if (id === START) return nodesIn(flow, MAIN_LINE)[0]?.id ?? END;
  if (id === END) return END;
  const node = flow.find((each) => each.id === id);
  if (!node) {
    const split = splitOf(flow, id);
    return nodesIn(flow, id)[0]?.id ?? (split ? after(flow, split) : END);
  }
  return (isSplit(node) ? node.branches[0]?.id : undefined) ?? after(flow, node);
}
function after(flow: Flow, node: ApprovalNode): string {
  const line = nodesIn(flow, node.branch);
  const next = line[line.indexOf(node) + 1];
  if (next) return next.id;
  const split = splitOf(flow, node.branch);
  return split ? after(flow, split) : END;
}

function above(flow: Flow, id: string): string {
  if (id === START) return START;
  if (id === END) return nodesIn(flow, MAIN_LINE).at(-1)?.id ?? START;
  const node = flow.find((each) => each.id === id);
  if (!node) return splitOf(flow, id)?.id ?? START;
  const line = nodesIn(flow, node.branch);
  return line[line.indexOf(node) - 1]?.id ?? (node.branch || START);
}

/** The adjacent branch of the one that this is in, or is. */
function beside(flow: Flow, id: string, by: -1 | 1): string {
  const branch = flow.find((each) => each.id === id)?.branch ?? id;
  const split = splitOf(flow, branch);
  if (!split) return id;
  const at = split.branches.findIndex((each) => each.id === branch);
  const next = split.branches[at + by];
  if (next) return next.id;
  const outer = beside(flow, split.id, by);
  return outer === split.id ? id : outer;
}
