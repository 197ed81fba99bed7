import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgList } from '@atrium/contract/chat/messages.ts';
import { webhookAdd } from '@atrium/contract/chat/webhooks.ts';
import { expect, test } from 'vitest';
import { freePort } from '#testing/freePort';
import { person, testServer } from '#testing/world';

/** Programs as Debian packages them, against the real door. Skipped where they are not installed. */
const APPRISE = '/usr/bin/apprise';
const ALERTMANAGER = '/usr/bin/prometheus-alertmanager';
const run = promisify(execFile);

async function scene() {
  const [ada, bo] = [await person('ada'), await person('bo')];
  const { id: dialog_id } = await ada.call(groupAdd, { userids: [bo.userid], chat_name: 'Alerts' });
  const { url } = await ada.call(webhookAdd, { dialog_id, name: 'Deploy' });
  const { base } = await testServer();
  const texts = async () => {
    const { list } = await bo.call(msgList, { dialog_id });
    return list.map(({ msg }) => String((msg as { text?: string }).text));
  };
  return {
    base,
    texts,
    secret: url.split('/').at(-1) ?? '',
    folder: await mkdtemp(path.join(tmpdir(), 'atrium-hook-')),
  };
}

test.skipIf(!existsSync(APPRISE))('apprise posts as to Slack and as to Mattermost', async () => {
  const { base, texts, secret, folder } = await scene();
  // Its address of Slack is a constant, so a plugin of one line names this server.
  const plugin = path.join(folder, 'here.py');
  await writeFile(
    plugin,
    `from apprise.plugins.NotifySlack import NotifySlack\nNotifySlack.webhook_url = '${base}/hook'\n`,
  );
  const { host } = new URL(base);
  const send = (...args: string[]) =>
    run('/usr/bin/python3', [APPRISE, '-t', 'Backup', '-b', 'All *done*', ...args], {
      env: { HOME: folder, PATH: '/usr/bin', NO_PROXY: '*' },
    });
  // Version 1.2 compares the answer's bytes with text, so that it reports a failure to Slack itself as well.
  await send('-P', plugin, `slack://T1JJ3T3L2/A1BRTD4JD/${secret}/#alerts`).catch(() => undefined);
  expect((await texts())[0]).toContain('**Backup**');
  expect((await texts())[0]).toContain('All **done**');
  await send(`mmost://${host}/${secret}`);
  expect((await texts())[0]).toContain('All *done*');
  await expect(send(`mmost://${host}/${'0'.repeat(48)}`)).rejects.toThrow('Command failed');
  await rm(folder, { recursive: true });
});

test.skipIf(!existsSync(ALERTMANAGER))('Alertmanager posts as to Slack, and as to any webhook', async () => {
  const { base, texts, secret, folder } = await scene();
  const port = await freePort();
  await writeFile(
    path.join(folder, 'config.yml'),
    `route: { receiver: atrium, group_wait: 0s, group_interval: 1s }
receivers:
  - name: atrium
    slack_configs: [{ api_url: '${base}/hook/${secret}', channel: '#alerts', send_resolved: true }]
    webhook_configs: [{ url: '${base}/hook/${secret}' }]
`,
  );
  let program: ChildProcess | undefined;
  try {
    program = spawn(
      ALERTMANAGER,
      [
        `--config.file=${folder}/config.yml`,
        `--storage.path=${folder}`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--cluster.listen-address=',
      ],
      { stdio: 'ignore' },
    );
    const alert = [{ labels: { alertname: 'DiskFull', host: 'db1' }, annotations: { summary: 'Disk is full' } }];
    await expect
      .poll(
        () =>
          fetch(`http://127.0.0.1:${port}/api/v2/alerts`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(alert),
          }).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 15_000 },
      )
      .toBe(200);
    await expect.poll(async () => (await texts()).join('\n'), { timeout: 15_000 }).toMatch(/🔴 FIRING \[?DiskFull/);
    await expect.poll(async () => (await texts()).join('\n'), { timeout: 15_000 }).toContain('FIRING:1');
  } finally {
    // It writes its state into the folder until it has ended.
    if (program?.exitCode === null && program.kill()) await once(program, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
});
