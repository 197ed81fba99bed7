import { Type } from 'typebox';
import { Line } from '../kit.ts';

// Separate from the check-in calls: the calls about people, which every page loads, include devices too.

export const REMARK_CHARS = 50;

/** A device as entered by its owner. */
export const CheckinMacInput = Type.Object({
  mac: Line({ maxLength: 32 }),
  remark: Type.Optional(Line({ maxLength: REMARK_CHARS })),
});
