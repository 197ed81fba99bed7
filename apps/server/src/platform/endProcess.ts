import { setFlagsFromString } from 'node:v8';

/** The time in which a compilation in the background ends. */
const COMPILE_MS = 50;

/**
 * Ends this process. `process.exit` waits for background compilations, one of which can wait for the event loop in turn:
 * about one of 300 short commands then never ended. So no more compilations begin, and those that run finish first.
 * https://github.com/nodejs/node/issues/54918
 */
export function endProcess(code: number): void {
  setFlagsFromString('--no-maglev');
  setTimeout(() => process.exit(code), COMPILE_MS);
}
