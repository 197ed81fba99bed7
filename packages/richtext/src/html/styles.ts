const color = /^(?:#[0-9a-f]{3,8}|[a-z]{3,24}|(?:rgb|hsl)a?\([\d\s.,%/a-z-]{1,60}\))$/i;
const word = /^[a-z][a-z -]{1,60}$/i;

const part = '(?:\\.\\d{1,4})?';
const sizes = [
  `[1-7]?\\d${part}px`,
  `[1-5]?\\d${part}pt`,
  `[0-4]${part}rem`,
  `[01]${part}em`,
  `1?\\d{1,2}${part}%`,
  '[a-z]{1,3}-?[a-z]{4,6}',
];

const textStyles = new Map<string, RegExp>([
  ['color', color],
  ['background-color', color],
  // At most a few times larger than other text: nobody may fill other people's screens.
  ['font-size', new RegExp(`^(?:${sizes.join('|')})$`, 'i')],
  ['font-weight', /^(?:[1-9]\d{0,2}|1000|[a-z]{4,7})$/i],
  ['font-family', /^[\p{L}\p{N} ,"'_.-]{1,200}$/u],
  ['text-decoration', word],
  ['font-style', /^[a-z]{4,12}$/i],
]);

const cellStyles = new Map<string, RegExp>([['text-align', /^(?:left|right|center)$/]]);

/**
 * Keeps declarations that format text, each validated by its own pattern: no `url(`, no escape, no comment is possible
 * in any of them. The result is normalized, so that filtering it again changes nothing.
 */
export function textStyle(style: string): string {
  return filter(style, textStyles);
}

/** The styles of a table cell. */
export function cellStyle(style: string): string {
  return filter(style, cellStyles);
}

function filter(style: string, allowed: ReadonlyMap<string, RegExp>): string {
  const kept = new Map<string, string>();
  for (const declaration of style.slice(0, MAX_STYLE_CHARS).split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    const property = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration.slice(colon + 1).trim();
    if (allowed.get(property)?.test(value)) kept.set(property, value);
  }
  return [...kept].map(([property, value]) => `${property}: ${value}`).join('; ');
}

// A longer style comes from Word, with its formatting at the beginning.
const MAX_STYLE_CHARS = 2000;
