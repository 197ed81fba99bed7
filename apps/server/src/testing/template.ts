import type { EmbeddedLog } from '../platform/postgres/embedded.ts';

// Separate from database.ts because Vitest's global setup, which runs outside the workers, may not import `vitest`.
export const templateName = 'atrium_template';

export const quiet: EmbeddedLog = { debug() {}, info() {}, warn() {}, error() {} };
