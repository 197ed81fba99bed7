import { AsyncLocalStorage } from 'node:async_hooks';
import { pino } from 'pino';

const requests = new AsyncLocalStorage<string>();
/** Runs a function so that every line it logs has the request's id. */
export const inRequest = <T>(id: string, run: () => T): T => requests.run(id, run);

/**
 * Makes a log with one structured line per event. It contains ids, but never message text, names, tokens or passwords.
 */
export function makeLog(level: string) {
  const mixin = () => {
    const request = requests.getStore();
    return request === undefined ? {} : { request };
  };
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, mixin });
}
export type Log = ReturnType<typeof makeLog>;
