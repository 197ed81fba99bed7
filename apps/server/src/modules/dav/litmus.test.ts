import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { davCreate } from '@atrium/contract/files/dav.ts';
import { expect, test } from 'vitest';
import { person } from '#testing/world';

const LITMUS = '/usr/bin/litmus';

/** Debian's test suite for WebDAV servers; `.ci/run` installs it. */
test.skipIf(!existsSync(LITMUS))(
  'litmus, the test suite for WebDAV servers, passes',
  async () => {
    const ada = await person('ada');
    const { public_id, password } = await ada.call(davCreate, { name: 'litmus' });
    // It writes its log into the folder in which it runs.
    const folder = await mkdtemp(path.join(tmpdir(), 'atrium-litmus-'));
    const child = spawn(LITMUS, ['-k', `${ada.base}/dav/files/`, public_id, password], {
      cwd: folder,
      env: { ...process.env, TESTS: 'basic copymove props locks http' },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
    }
    const [code] = (await once(child, 'close')) as [number | null];
    await rm(folder, { recursive: true });
    const failed = said.split('\n').filter((line) => /FAIL|WARNING/.test(line));
    expect(failed).toEqual([]);
    expect(said.match(/summary for/g)).toHaveLength(5);
    expect(code).toBe(0);
  },
  60_000,
);
