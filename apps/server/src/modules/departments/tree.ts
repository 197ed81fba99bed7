import { fail } from '#platform/fail';

interface Node {
  id: number;
  parent_id: number;
}

/** Signs that a name may not have, because it could be a formula, a path or the mark of a head. */
const FORBIDDEN = /[~!@#$%^&*()+\-_=.:?<>,]|\(M\)/;

export function checkName(name: string): void {
  const { length } = [...name];
  if (length < 2 || length > 20 || FORBIDDEN.test(name)) throw fail('department.name');
}

/** True if `id` is the department itself or one under it. */
export function isBelow(all: readonly Node[], id: number, top: number): boolean {
  for (let at: number | undefined = id; at; at = all.find((each) => each.id === at)?.parent_id) {
    if (at === top) return true;
  }
  return false;
}

/** The level of a department; 1 = top level. */
export function levelOf(all: readonly Node[], id: number): number {
  let level = 0;
  for (let at: number | undefined = id; at; at = all.find((each) => each.id === at)?.parent_id) level++;
  return level;
}

/** The number of levels of a subtree, its top included. */
export function heightOf(all: readonly Node[], id: number): number {
  const children = all.filter((each) => each.parent_id === id);
  return 1 + Math.max(0, ...children.map((child) => heightOf(all, child.id)));
}
