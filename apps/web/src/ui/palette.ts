/** Colors to choose from. They are tints behind text, which keeps its contrast in both themes. */
export const COLUMN_COLORS = [
  { name: 'default', value: '' },
  { name: 'grey', value: '#999999' },
  { name: 'slate', value: '#7d93a8' },
  { name: 'brown', value: '#947364' },
  { name: 'orange', value: '#faaa6c' },
  { name: 'yellow', value: '#f2d86d' },
  { name: 'lime', value: '#aacd5b' },
  { name: 'green', value: '#73b45c' },
  { name: 'teal', value: '#4fc3b8' },
  { name: 'blue', value: '#51abea' },
  { name: 'indigo', value: '#6f86e8' },
  { name: 'purple', value: '#b583e3' },
  { name: 'magenta', value: '#d879c9' },
  { name: 'pink', value: '#ff819c' },
  { name: 'red', value: '#ff7070' },
] as const;

/**
 * The stored value of a color (the background in the light theme) and its accent, from which the dark theme derives its
 * tint.
 */
export const TASK_COLORS = [
  { name: 'none', value: '', accent: '' },
  { name: 'yellow', value: '#fffae6', accent: '#f2d86d' },
  { name: 'blue', value: '#e5f5ff', accent: '#51abea' },
  { name: 'green', value: '#ecffe5', accent: '#73b45c' },
  { name: 'pink', value: '#ffeaee', accent: '#ff819c' },
  { name: 'purple', value: '#f6ecff', accent: '#b583e3' },
  { name: 'grey', value: '#f3f3f3', accent: '#999999' },
] as const;

export function cardTint(color: string): string | undefined {
  if (!color) return undefined;
  const known = TASK_COLORS.find((entry) => entry.value === color);
  const accent = known?.accent || (/^#[0-9a-f]{6}$/i.test(color) ? color : '');
  return accent ? `color-mix(in srgb, ${accent} 14%, var(--surface))` : undefined;
}

/** The background of a column's head: its color, faint enough for text in both themes. */
export const headTint = (color: string): string | undefined =>
  /^#[0-9a-f]{6}$/i.test(color) ? `color-mix(in srgb, ${color} 22%, transparent)` : undefined;
