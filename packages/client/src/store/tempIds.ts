/** True if a value contains one of these ids, as a value or a field's name. */
export function mentions(value: unknown, ids: ReadonlySet<number>): boolean {
  if (typeof value === 'number') return ids.has(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, each]) => ids.has(Number(key)) || mentions(each, ids));
}

/** Returns the value with temporary ids replaced by the server's. */
export function renamed(value: unknown, names: ReadonlyMap<number, number>): unknown {
  if (typeof value === 'number' && value < 0) return names.get(value) ?? value;
  if (Array.isArray(value)) return value.map((each) => renamed(each, names));
  if (typeof value !== 'object' || value === null) return value;
  const keyOf = (key: string) => (/^-\d+$/.test(key) ? String(names.get(Number(key)) ?? key) : key);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [keyOf(key), renamed(each, names)]));
}
