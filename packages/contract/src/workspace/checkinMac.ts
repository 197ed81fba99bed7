import { Type } from 'typebox';
import { Line } from '../kit.ts';

// Apart from the calls of checking in: those about people, which every page has, name devices too.

export const REMARK_CHARS = 50;

/** A device as the person names it. */
export const CheckinMacInput = Type.Object({
  mac: Line({ maxLength: 32 }),
  remark: Type.Optional(Line({ maxLength: REMARK_CHARS })),
});
