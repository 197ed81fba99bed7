import { writeFileSync } from 'node:fs';

/** The variable with the file that gets them, as a list of texts. */
const FILE = 'ATRIUM_UNHANDLED';

/**
 * A reporter for Vitest: stores the errors that no test caused, and crashed workers. The JSON reporter leaves them out,
 * and often only the end of a long log is stored.
 */
export default class UnhandledErrors {
  onTestRunEnd(_modules, errors) {
    const texts = errors.map(({ name, message, stack, VITEST_TEST_NAME: last, VITEST_TEST_PATH: path }) =>
      [`during or after ${path} > ${last}:`, stack ?? `${name}: ${message}`].join('\n').slice(0, 2000),
    );
    writeFileSync(process.env[FILE], JSON.stringify(texts));
  }
}
