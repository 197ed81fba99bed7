import { dateFunctions } from './dateFunctions.ts';
import { logicFunctions } from './logicFunctions.ts';
import { lookupFunctions } from './lookupFunctions.ts';
import { mathFunctions } from './mathFunctions.ts';
import { textFunctions } from './textFunctions.ts';
import { type SheetFunction, withErrorResult } from './tools.ts';

const ALL = () => true;
const always = (names: readonly string[]) => names.map((name) => [name, ALL] as const);

/**
 * The arguments that functions take as single values. With several cells there, they are computed for each of them, and
 * `SUMPRODUCT` and others add the results up.
 */
export const SINGLE_VALUES: ReadonlyMap<string, (index: number) => boolean> = new Map([
  ...always(['IF', 'IFERROR', 'IFNA', 'NOT', 'N', 'T', 'ISBLANK', 'ISNUMBER', 'ISTEXT', 'ISNONTEXT', 'ISLOGICAL']),
  ...always(['ISERROR', 'ISERR', 'ISNA', 'ISEVEN', 'ISODD']),
  ...always(['ABS', 'INT', 'SIGN', 'SQRT', 'EXP', 'LN', 'LOG', 'LOG10', 'POWER', 'MOD', 'QUOTIENT']),
  ...always(['ROUND', 'ROUNDUP', 'ROUNDDOWN', 'TRUNC', 'MROUND', 'CEILING', 'FLOOR']),
  ...always(['LEN', 'LEFT', 'RIGHT', 'MID', 'TRIM', 'UPPER', 'LOWER', 'PROPER', 'SUBSTITUTE', 'REPLACE', 'REPT']),
  ...always(['FIND', 'SEARCH', 'EXACT', 'VALUE', 'TEXT', 'DATE', 'TIME', 'DATEVALUE', 'YEAR', 'MONTH', 'DAY']),
  ...always(['HOUR', 'MINUTE', 'SECOND', 'WEEKDAY', 'WEEKNUM', 'ISOWEEKNUM', 'EDATE', 'EOMONTH', 'DAYS', 'DATEDIF']),
  ...['COUNTIF', 'SUMIF', 'AVERAGEIF'].map((name) => [name, (index: number) => index === 1] as const),
  ...['SUMIFS', 'AVERAGEIFS'].map((name) => [name, (index: number) => index > 0 && index % 2 === 0] as const),
  ['COUNTIFS', (index) => index % 2 === 1],
  ...['VLOOKUP', 'HLOOKUP', 'XLOOKUP', 'MATCH'].map((name) => [name, (index: number) => index === 0] as const),
]);

/** All functions by their names, in capitals. */
export const FUNCTIONS: Readonly<Record<string, SheetFunction>> = Object.fromEntries(
  Object.entries({ ...logicFunctions, ...mathFunctions, ...textFunctions, ...dateFunctions, ...lookupFunctions }).map(
    ([name, run]) => [name, withErrorResult(run)],
  ),
);
