const ARROWS = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End']);

export const isArrow = (key: string): boolean => ARROWS.has(key);

/** Finds the next item in a direction by its position on the screen, because the number of a grid's columns varies. */
export function neighbor(items: readonly HTMLElement[], from: HTMLElement, key: string): HTMLElement | undefined {
  const index = items.indexOf(from);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  if (key === 'ArrowRight') return items[index + 1];
  if (key === 'ArrowLeft') return items[index - 1];
  const { left, top } = from.getBoundingClientRect();
  const isDown = key === 'ArrowDown';
  const beyond = (isDown ? items.slice(index + 1) : items.slice(0, index).toReversed()).map((item) => ({
    item,
    box: item.getBoundingClientRect(),
  }));
  const row = beyond.find(({ box }) => (isDown ? box.top > top : box.top < top))?.box.top;
  const inRow = beyond.filter(({ box }) => box.top === row);
  inRow.sort((a, b) => Math.abs(a.box.left - left) - Math.abs(b.box.left - left));
  return inRow[0]?.item ?? (isDown ? items[index + 1] : items[index - 1]);
}
