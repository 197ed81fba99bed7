import { pino } from 'pino';

/** Structured, one line an event. Ids yes; message text, names, tokens and passwords never. */
export function makeLog(level: string) {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
export type Log = ReturnType<typeof makeLog>;
