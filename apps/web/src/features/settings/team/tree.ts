import type { Department } from '@atrium/contract/people/departments.ts';

/** Each department followed by its subtree, sorted by name on every level; the top level is 1. */
export function inOrder(
  all: readonly Department[],
  parentId = 0,
  level = 1,
): { department: Department; level: number }[] {
  return all
    .filter((each) => each.parent_id === parentId)
    .sort((a, b) => a.name.localeCompare(b.name))
    .flatMap((department) => [{ department, level }, ...inOrder(all, department.id, level + 1)]);
}

/** The options of select fields, with a dash for each level above. */
export const optionsOf = (all: readonly Department[]) =>
  inOrder(all).map(({ department, level }) => ({
    value: String(department.id),
    label: `${'– '.repeat(level - 1)}${department.name}`,
  }));
