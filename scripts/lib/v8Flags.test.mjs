import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inRoot } from './repository.mjs';
import { V8_FLAGS } from './v8Flags.mjs';

test.for(['deploy/systemd/atrium.service', 'deploy/image/build.sh', 'bench/lib/atrium.ts'])(
  '%s starts the server with the flags of npm start',
  (file) => {
    const words = readFileSync(inRoot(file), 'utf8').replace(/["',\s]+/g, ' ');
    expect(words).toContain(` ${V8_FLAGS.join(' ')} `);
  },
);
