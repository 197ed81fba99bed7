/** Colours people choose from. They are tints behind ink, so that text keeps its contrast in both themes. */
export const COLUMN_COLORS = [
  '#999999',
  '#947364',
  '#faaa6c',
  '#f2d86d',
  '#73b45c',
  '#51abea',
  '#b583e3',
  '#ff819c',
  '#ff7070',
] as const;

/** Stored value (the background in the light theme) and its accent, which the dark theme tints from. */
export const TASK_COLORS = [
  { value: '', accent: '' },
  { value: '#fffae6', accent: '#f2d86d' },
  { value: '#e5f5ff', accent: '#51abea' },
  { value: '#ecffe5', accent: '#73b45c' },
  { value: '#ffeaee', accent: '#ff819c' },
  { value: '#f6ecff', accent: '#b583e3' },
  { value: '#f3f3f3', accent: '#999999' },
] as const;

export function cardTint(color: string): string | undefined {
  if (!color) return undefined;
  const known = TASK_COLORS.find((entry) => entry.value === color);
  const accent = known?.accent || (/^#[0-9a-f]{6}$/i.test(color) ? color : '');
  return accent ? `color-mix(in srgb, ${accent} 14%, var(--surface))` : undefined;
}
