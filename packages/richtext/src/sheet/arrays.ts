import { SINGLE_VALUES } from './functions.ts';
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
