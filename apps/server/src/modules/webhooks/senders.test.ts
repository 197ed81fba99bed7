import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { groupAdd } from '@atrium/contract/chat/dialogs.ts';
import { msgList } from '@atrium/contract/chat/messages.ts';
import { webhookAdd } from '@atrium/contract/chat/webhooks.ts';
import { expect, test } from 'vitest';
import { hasAlertmanager, startAlertmanager } from '#testing/outside/alertmanager';
import { person, testServer } from '#testing/world';

/** Programs as Debian packages them, against the real door. Skipped where they are not installed. */
const APPRISE = '/usr/bin/apprise';
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

test.skipIf(!hasAlertmanager)('Alertmanager posts as to Slack, and as to any webhook', async () => {
  const { base, texts, secret, folder } = await scene();
  const alertmanager = await startAlertmanager(
    `slack_configs: [{ api_url: '${base}/hook/${secret}', channel: '#alerts', send_resolved: true }]
    webhook_configs: [{ url: '${base}/hook/${secret}' }]`,
  );
  try {
    await alertmanager.raise('DiskFull', 'Disk is full');
    await expect.poll(async () => (await texts()).join('\n'), { timeout: 15_000 }).toMatch(/🔴 FIRING \[?DiskFull/);
    await expect.poll(async () => (await texts()).join('\n'), { timeout: 15_000 }).toContain('FIRING:1');
  } finally {
    await alertmanager.stop();
    await rm(folder, { recursive: true });
  }
});
