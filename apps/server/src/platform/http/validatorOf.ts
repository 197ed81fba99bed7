import type { Call } from '@atrium/contract/kit.ts';
import { Compile, type Validator } from 'typebox/compile';

const compiled = new WeakMap<Call, Validator>();

/** Compiled at a call's first use: all of them together would delay each start by a tenth of a second. */
export function validatorOf(call: Call): Validator {
  const existing = compiled.get(call);
  if (existing) return existing;
  const made = Compile(call.input);
  compiled.set(call, made);
  return made;
}
