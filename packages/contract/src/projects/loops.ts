import { Type } from 'typebox';

/** The intervals at which a task repeats; besides these words, a number of days. */
export const LOOPS = ['never', 'day', 'weekdays', 'week', 'twoweeks', 'month', 'year'] as const;
export const MAX_LOOP_DAYS = 999;

export const MaybeLoop = () =>
  Type.Optional(Type.String({ pattern: `^(${LOOPS.join('|')}|[1-9][0-9]{0,2})$`, wire: 'word' }));
