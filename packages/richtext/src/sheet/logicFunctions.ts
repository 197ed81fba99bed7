import { eachValue, end, type SheetFunction, type Tools, truthAt, valueAt } from './tools.ts';
import { BAD_VALUE, CellError, NOT_FOUND, truthOf } from './values.ts';

function truths(tools: Tools): boolean[] {
  const found: boolean[] = [];
  eachValue(tools, 0, (value, isCell) => {
    if (value instanceof CellError) end(value);
    if (isCell && (value === null || typeof value === 'string')) return;
    const truth = truthOf(value);
    if (truth instanceof CellError) end(truth);
    found.push(truth);
  });
  return found.length > 0 ? found : end(BAD_VALUE);
}

export const logicFunctions: Record<string, SheetFunction> = {
  IF: (tools) => {
    if (truthAt(tools, 0)) return tools.isGiven(1) ? tools.result(1) : tools.count > 1 ? 0 : true;
    return tools.isGiven(2) ? tools.result(2) : tools.count > 2 ? 0 : false;
  },
  IFS: (tools) => {
    for (let index = 0; index + 1 < tools.count; index += 2) if (truthAt(tools, index)) return tools.result(index + 1);
    return NOT_FOUND;
  },
  IFERROR: (tools) => {
    const value = valueAt(tools, 0);
    return value instanceof CellError ? (tools.isGiven(1) ? tools.result(1) : '') : value;
  },
  IFNA: (tools) => {
    const value = valueAt(tools, 0);
    return value instanceof CellError && value.code === NOT_FOUND.code ? tools.result(1) : value;
  },
  SWITCH: (tools) => {
    const wanted = valueAt(tools, 0);
    if (wanted instanceof CellError) return wanted;
    let index = 1;
    for (; index + 1 < tools.count; index += 2) {
      const value = valueAt(tools, index);
      if (!(value instanceof CellError) && value === wanted) return tools.result(index + 1);
    }
    return index < tools.count ? tools.result(index) : NOT_FOUND;
  },
  AND: (tools) => truths(tools).every(Boolean),
  OR: (tools) => truths(tools).some(Boolean),
  XOR: (tools) => truths(tools).filter(Boolean).length % 2 === 1,
  NOT: (tools) => !truthAt(tools, 0),
  TRUE: () => true,
  FALSE: () => false,
  NA: () => NOT_FOUND,
  N: (tools) => {
    const value = valueAt(tools, 0);
    return typeof value === 'number' || value instanceof CellError ? value : Number(value === true);
  },
  ISBLANK: (tools) => valueAt(tools, 0) === null,
  ISNUMBER: (tools) => typeof valueAt(tools, 0) === 'number',
  ISTEXT: (tools) => typeof valueAt(tools, 0) === 'string',
  ISNONTEXT: (tools) => typeof valueAt(tools, 0) !== 'string',
  ISLOGICAL: (tools) => typeof valueAt(tools, 0) === 'boolean',
  ISERROR: (tools) => valueAt(tools, 0) instanceof CellError,
  ISERR: (tools) => {
    const value = valueAt(tools, 0);
    return value instanceof CellError && value.code !== NOT_FOUND.code;
  },
  ISNA: (tools) => {
    const value = valueAt(tools, 0);
    return value instanceof CellError && value.code === NOT_FOUND.code;
  },
};
