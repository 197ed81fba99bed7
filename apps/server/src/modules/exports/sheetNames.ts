const MOST = 31;
/** Spreadsheet programs reserve this name. */
const TAKEN = 'history';

/** Valid sheet names: short, without certain characters, and unique ignoring case. */
export function sheetNames(wanted: readonly string[]): string[] {
  const used = new Set([TAKEN]);
  return wanted.map((name) => {
    const clean = name
      .toWellFormed()
      .replace(/[\p{Cc}[\]:*?/\\]/gu, ' ')
      .trim()
      .replace(/^'+|'+$/g, '');
    for (let number = 1; ; number++) {
      const end = number === 1 ? '' : ` (${number})`;
      const fit = (cut(clean, MOST - end.length) || '-') + end;
      if (used.has(fit.toLowerCase())) continue;
      used.add(fit.toLowerCase());
      return fit;
    }
  });
}

/** The cut is never inside a surrogate pair. */
const cut = (text: string, most: number) =>
  text
    .slice(0, most)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd();
