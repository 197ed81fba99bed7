import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Fault } from './fault.ts';
import { Cleanup, call, check, Listener, register, startServer, tempFolder, until } from './support.ts';

/** The data folder is restored from an earlier copy. */
export const fault: Fault = {
  name: 'restore',
  promise: 'After a restore, clients that saw more than the backup holds load afresh; others go on.',
  async run() {
    const cleanup = new Cleanup();
    try {
      const [data, backup] = [await tempFolder(cleanup), await tempFolder(cleanup)];
      let server = await startServer(cleanup, { ATRIUM_DATA: data, DATABASE_URL: '' });
      const ada = await register(server.base);
      const bo = await register(server.base);
      const dialog = await ada.call('dialog/open/user', { userid: bo.userid });
      await ada.call('dialog/msg/sendtext', { dialog_id: dialog.id, text: 'before' });
      await sleep(1000);
      const early = String((await bo.call('sync/start', {})).cursor);
      await server.end('SIGTERM');
      await copy(data, backup);

      // The ports differ each time, as they may after a restore.
      const again = async () => {
        server = await startServer(cleanup, { ATRIUM_DATA: data, DATABASE_URL: '' });
        Object.assign(ada, { call: callOn(server.base, ada.token) });
        Object.assign(bo, { call: callOn(server.base, bo.token) });
      };
      await again();
      await ada.call('dialog/msg/sendtext', { dialog_id: dialog.id, text: 'lost with the restore' });
      await sleep(1000);
      const late = String((await bo.call('sync/start', {})).cursor);
      await server.end('SIGTERM');
      await rm(data, { recursive: true, force: true });
      await mkdir(data);
      await copy(backup, data);
      await again();
      for (let n = 0; n < 5; n++) await ada.call('dialog/msg/sendtext', { dialog_id: dialog.id, text: `another ${n}` });

      const outcome = async (cursor: string) => {
        const listener = new Listener(server.base, bo.token);
        listener.cursor = cursor;
        listener.open();
        await until('an answer to the cursor', () => listener.isResumed || listener.isReset);
        listener.close();
        return listener.isReset ? 'reset' : `resume with ${new Set(listener.ids).size} events`;
      };
      const [ofBackup, ofLost] = [await outcome(early), await outcome(late)];
      check(ofBackup.startsWith('resume'), `a cursor from before the backup: ${ofBackup}`);
      check(ofLost === 'reset', `a cursor from after the backup: ${ofLost}`);
      return `cursor from before the backup: ${ofBackup}; from after it: ${ofLost}`;
    } finally {
      await cleanup.run();
    }
  },
};

/** With its owners, which the database insists on. */
const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', `${from}/.`, to]);

const callOn = (base: string, token: string) => async (name: string, input: object) => {
  const { ret, msg, data } = await call(base, token, name, input);
  check(ret === 1, `${name}: ${msg}`);
  return data;
};
