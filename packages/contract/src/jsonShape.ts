/** Deeper than any real request, and far below what would exhaust the stack. */
export const MAX_DEPTH = 64;
/** Values in one JSON text, containers and their members together. The largest real request sorts a project's tasks. */
export const MAX_VALUES = 20_000;

/**
 * The limit that JSON text exceeds, found in one pass over its characters: building the value first would already cost
 * what the limits prevent. The result for text that is not JSON is meaningless; parsing refuses that.
 */
export function excessOf(text: string): 'many' | 'deep' | null {
  let depth = 0;
  let values = 1;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) isInString = false;
    } else if (code === QUOTE) isInString = true;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      values++;
      if (++depth > MAX_DEPTH) return 'deep';
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--;
    else if (code === COMMA) values++;
    if (values > MAX_VALUES) return 'many';
  }
  return null;
}

const QUOTE = 34;
const COMMA = 44;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
