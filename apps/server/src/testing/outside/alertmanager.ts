import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../freePort.ts';

const PROGRAM = '/usr/bin/prometheus-alertmanager';
export const hasAlertmanager = existsSync(PROGRAM);

const TRIES = 150;

/** Debian's Alertmanager, which posts to these receivers (YAML below `- name: atrium`). */
export async function startAlertmanager(receivers: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-alerts-'));
  const port = await freePort();
  const route = 'route: { receiver: atrium, group_wait: 0s, group_interval: 1s }';
  await writeFile(path.join(folder, 'config.yml'), `${route}\nreceivers:\n  - name: atrium\n    ${receivers}\n`);
  const program = spawn(
    PROGRAM,
    [
      `--config.file=${folder}/config.yml`,
      `--storage.path=${folder}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--cluster.listen-address=',
    ],
    { stdio: 'ignore' },
  );
  return {
    /** Raises an alert, as Prometheus does; waits until Alertmanager has started. */
    async raise(alertname: string, summary: string): Promise<void> {
      const body = JSON.stringify([{ labels: { alertname, host: 'db1' }, annotations: { summary } }]);
      for (let left = TRIES; left > 0; left--) {
        const status = await fetch(`http://127.0.0.1:${port}/api/v2/alerts`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        }).then(
          (answer) => answer.status,
          () => 0,
        );
        if (status === 200) return;
        await sleep(100);
      }
      throw new Error('Alertmanager does not answer');
    },
    async stop(): Promise<void> {
      // It writes its state into the folder until it has ended.
      if (program.exitCode === null && program.kill()) await once(program, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
