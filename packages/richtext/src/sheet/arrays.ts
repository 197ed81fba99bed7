import { FUNCTIONS, SINGLE_VALUES } from './functions.ts';
import { type Node, parseFormula } from './parse.ts';

/** What other programs must know of a formula: if they could read it, and if it computes with ranges cell by cell. */
export interface FormulaShape {
  isReadable: boolean;
  isArray: boolean;
}

/** @param formula  as it is stored */
export function shapeOf(formula: string): FormulaShape {
  const node = parseFormula(formula);
  return { isReadable: node !== null, isArray: node !== null && hasArray(node) };
}

/** True if a formula is computed here: it can be read, and its functions, names and sheets exist. */
export function isComputed(formula: string): boolean {
  const node = parseFormula(formula);
  return node !== null && isKnown(node);
}

function isKnown(node: Node | null): boolean {
  switch (node?.kind) {
    case 'error':
      return node.code !== '#NAME?' && node.code !== '#REF!';
    case 'unary':
      return isKnown(node.of);
    case 'binary':
      return isKnown(node.left) && isKnown(node.right);
    case 'call':
      return Object.hasOwn(FUNCTIONS, node.name) && node.args.every(isKnown);
    default:
      return true;
  }
}

/** True if the result can be several cells. */
const isLarge = (node: Node | null): boolean =>
  node?.kind === 'range' ||
  (node?.kind === 'unary' && isLarge(node.of)) ||
  (node?.kind === 'binary' && (isLarge(node.left) || isLarge(node.right))) ||
  (node?.kind === 'call' && isLargeCall(node.name, node.args));

const isLargeCall = (name: string, args: readonly (Node | null)[]): boolean => {
  const isSingle = SINGLE_VALUES.get(name);
  return isSingle !== undefined && args.some((each, index) => isSingle(index) && isLarge(each));
};

/** True if a range is somewhere where a single value is usual. */
function hasArray(node: Node | null): boolean {
  switch (node?.kind) {
    case 'unary':
      return isLarge(node.of) || hasArray(node.of);
    case 'binary':
      return isLarge(node) || hasArray(node.left) || hasArray(node.right);
    case 'call':
      return isLargeCall(node.name, node.args) || node.args.some(hasArray);
    default:
      return false;
  }
}
