import { pino } from 'pino';

/** Structured, one line per event. Logs ids; never message text, names, tokens or passwords. */
export function makeLog(level: string) {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
export type Log = ReturnType<typeof makeLog>;
