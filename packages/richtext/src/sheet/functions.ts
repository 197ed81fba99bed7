import { dateFunctions } from './dateFunctions.ts';
import { logicFunctions } from './logicFunctions.ts';
import { lookupFunctions } from './lookupFunctions.ts';
import { mathFunctions } from './mathFunctions.ts';
import { textFunctions } from './textFunctions.ts';
import { type SheetFunction, withErrorResult } from './tools.ts';

/** All functions by their names, in capitals. */
export const FUNCTIONS: Readonly<Record<string, SheetFunction>> = Object.fromEntries(
  Object.entries({ ...logicFunctions, ...mathFunctions, ...textFunctions, ...dateFunctions, ...lookupFunctions }).map(
    ([name, run]) => [name, withErrorResult(run)],
  ),
);
