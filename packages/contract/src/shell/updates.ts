/** True if `version` is lower, number by number; anything but a number counts as 0. */
export function isLower(version: string, least: string): boolean {
  const [has, wants] = [version, least].map((each) => each.split('.').map((part) => Number.parseInt(part, 10) || 0));
  const at = [0, 1, 2].find((place) => (has?.[place] ?? 0) !== (wants?.[place] ?? 0));
  return at !== undefined && (has?.[at] ?? 0) < (wants?.[at] ?? 0);
}

/** A release whose notes contain its version with this mark is installed without asking anyone. */
export const isSilent = (notes: string, version: string): boolean => notes.includes(`${version}-silent`);

/** Between two looks for an update. */
export const UPDATE_EVERY_MS = 24 * 60 * 60_000;
