import { groupAdd, groupDeluser } from '@atrium/contract/chat/dialogs.ts';
import { msgList } from '@atrium/contract/chat/messages.ts';
import { webhookAdd, webhookEdit, webhookList, webhookRevoke, webhookTest } from '@atrium/contract/chat/webhooks.ts';
import { projectAdd, projectUser } from '@atrium/contract/projects/projects.ts';
import { taskLists } from '@atrium/contract/projects/tasks.ts';
import { IncomingWebhook } from '@slack/webhook';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { administrator, person, type TestClient, testServer, unique } from '#testing/world';

/** A group of two, and a webhook of the first one. */
async function scene(fields: { mention_all?: boolean } = {}) {
  const [ada, bo] = [await person('ada', { live: true }), await person('bo')];
  const { id: dialog_id } = await ada.call(groupAdd, { userids: [bo.userid], chat_name: 'Alerts' });
  const hook = await ada.call(webhookAdd, { dialog_id, name: 'Deploy', ...fields });
  const server = await testServer();
  const url = hook.url.replace(/^https?:\/\/[^/]+/, server.base);
  return { ada, bo, dialog_id, hook, url, server };
}

async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const isText = typeof body === 'string';
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...(!isText && { 'content-type': 'application/json' }), ...headers },
    body: isText ? body : JSON.stringify(body),
  });
  return [response.status, await response.text()] as const;
}

/** The last message, as others see it. */
async function last(reader: TestClient, dialog_id: number) {
  const { list } = await reader.call(msgList, { dialog_id });
  const message = list[0] as (typeof list)[number];
  return { ...message, text: String((message.msg as { text?: string }).text) };
}

test('a program posts with the secret address; its maker copies it again, and it ends when it is revoked', async () => {
  const { ada, bo, dialog_id, hook, url, server } = await scene();
  expect(await post(url, { text: 'build *passed*, see <https://ci.example/1|run 1>' })).toEqual([200, 'ok']);
  const message = await last(bo, dialog_id);
  expect(message).toMatchObject({ text: 'build **passed**, see [run 1](https://ci.example/1)', bot: 1 });
  expect(message.msg).toMatchObject({ type: 'md' });
  await ada.call(webhookTest, { id: hook.id });
  expect((await last(bo, dialog_id)).text).toBe('“Deploy” can post here now.');
  const { list } = await ada.call(webhookList, { dialog_id });
  expect(list).toMatchObject([{ id: hook.id, url: hook.url, name: 'Deploy', posts: 2 }]);
  const { rows } = await sql<{ secret: string }>`select secret from webhooks where id = ${hook.id}`.execute(
    server.app.db,
  );
  expect(rows[0]?.secret).toMatch(/^sealed:/);
  await ada.call(webhookRevoke, { id: hook.id });
  expect(await post(url, { text: 'late' })).toEqual([404, 'no_service']);
  expect(await post(`${server.base}/hook/none`, { text: 'guess' })).toEqual([404, 'no_service']);
});

test('its maker, the owner and administrators see it and revoke it; others do not know of it', async () => {
  const { ada, bo, dialog_id, hook } = await scene();
  const [eve, admin] = [await person('eve'), await administrator()];
  const second = await bo.call(webhookAdd, { dialog_id, name: 'Bo’s own' });
  expect((await bo.call(webhookList, { dialog_id })).list.map(({ id }) => id)).toEqual([second.id]);
  expect((await bo.call(webhookList, {})).list.map(({ id }) => id)).toEqual([second.id]);
  const seen = (await ada.call(webhookList, { dialog_id })).list;
  expect(seen.map(({ id, url }) => [id, url !== ''])).toEqual([
    [second.id, false],
    [hook.id, true],
  ]);
  await expect(eve.call(webhookList, { dialog_id })).rejects.toMatchObject({ data: { code: 'dialog.gone' } });
  await expect(eve.call(webhookRevoke, { id: hook.id })).rejects.toMatchObject({ data: { code: 'webhook.gone' } });
  await expect(bo.call(webhookRevoke, { id: hook.id })).rejects.toMatchObject({ data: { code: 'webhook.gone' } });
  await expect(bo.call(webhookTest, { id: hook.id })).rejects.toMatchObject({ data: { code: 'webhook.gone' } });
  await expect(bo.call(webhookList, { all: true })).rejects.toMatchObject({ data: { code: 'forbidden' } });
  await ada.call(webhookRevoke, { id: second.id });
  expect((await admin.call(webhookList, { all: true })).list.some(({ id }) => id === hook.id)).toBe(true);
  await admin.call(webhookRevoke, { id: hook.id });
  expect((await ada.call(webhookList, { dialog_id })).list).toEqual([]);
});

test('it may do what its maker may do: after they leave, it cannot post', async () => {
  const { ada, bo, dialog_id } = await scene();
  const own = await bo.call(webhookAdd, { dialog_id, name: 'Bo’s own' });
  const { base } = await testServer();
  const url = own.url.replace(/^https?:\/\/[^/]+/, base);
  expect(await post(url, { text: 'in' })).toEqual([200, 'ok']);
  await ada.call(groupDeluser, { dialog_id, userids: [bo.userid] });
  expect(await post(url, { text: 'out' })).toEqual([410, 'channel_is_archived']);
});

test('everybody is mentioned only where that was allowed, whatever the text contains', async () => {
  const quiet = await scene();
  const stored = '<span class="mention user" data-id="0">@all</span>';
  for (const text of ['<!channel> down', '<!here> down', `${stored} down`, `\`\`\`\n\`\`\`${stored}`]) {
    expect(await post(quiet.url, { text })).toEqual([200, 'ok']);
    const message = await last(quiet.bo, quiet.dialog_id);
    expect(message.mentions).toEqual([]);
  }
  expect(await post(quiet.url.replace('/hook/', '/hooks/'), { text: `${stored} down` })).toEqual([200, 'ok']);
  expect((await last(quiet.bo, quiet.dialog_id)).mentions).toEqual([]);
  const loud = await scene({ mention_all: true });
  expect(await post(loud.url, { text: '<!channel> down' })).toEqual([200, 'ok']);
  expect(await last(loud.bo, loud.dialog_id)).toMatchObject({ mentions: [0], text: `${stored} down` });
});

test('what cannot be posted is refused in Slack’s words', async () => {
  const { url, bo, dialog_id } = await scene();
  expect(await post(url, '{"text":')).toEqual([400, 'invalid_payload']);
  expect(await post(url, [1])).toEqual([400, 'invalid_payload']);
  expect(await post(url, 'payload=%7B', { 'content-type': 'application/x-www-form-urlencoded' })).toEqual([
    400,
    'invalid_payload',
  ]);
  expect(await post(url, {})).toEqual([400, 'no_text']);
  expect(await post(url, '')).toEqual([400, 'no_text']);
  expect(await post(url, { blocks: 'many' })).toEqual([400, 'invalid_blocks']);
  expect(await post(url, { blocks: [{}] })).toEqual([400, 'invalid_blocks']);
  expect(await post(url, { attachments: {} })).toEqual([400, 'invalid_attachments']);
  expect(await post(url, { text: 'x'.repeat(1024 * 1024) })).toEqual([413, 'payload_too_large']);
  // The headers name a known sender, but the body has nothing to show.
  expect(await post(url, {}, { 'x-github-event': 'push' })).toEqual([400, 'invalid_payload']);
  expect(await post(url, { repository: {} }, { 'x-github-event': 'push' })).toEqual([400, 'invalid_payload']);
  expect(await post(url, {}, { 'x-gitlab-event': 'Push Hook' })).toEqual([400, 'invalid_payload']);
  expect(await post(url, {}, { 'sentry-hook-resource': 'issue' })).toEqual([400, 'invalid_payload']);
  expect(await post(url, { alerts: [] })).toEqual([400, 'invalid_payload']);
  expect(await post(url, { alerts: [null, null] })).toEqual([400, 'invalid_payload']);
  expect(await post(url, { ruleUrl: 'https://grafana.example' })).toEqual([400, 'invalid_payload']);
  expect(await post(url, '--x\r\n', { 'content-type': 'multipart/form-data; boundary=x' })).toEqual([
    415,
    'invalid_content_type',
  ]);
  expect(await post(url, '['.repeat(200_000))).toEqual([400, 'invalid_payload']);
  const got = await fetch(url);
  expect([got.status, await got.text()]).toEqual([405, 'method_not_allowed']);
  expect(await post(url, { text: 'y'.repeat(100_000) })).toEqual([200, 'ok']);
  expect(await last(bo, dialog_id)).toMatchObject({ type: 'longtext' });
});

test('one address may post a hundred messages in ten seconds', async () => {
  const { url } = await scene();
  const answers = await Promise.all(Array.from({ length: 110 }, () => post(url, { text: 'again' })));
  expect(answers.filter(([status]) => status === 200)).toHaveLength(100);
  expect(answers.filter(([, word]) => word === 'rate_limited')).toHaveLength(10);
});

test('text, forms, Slack’s and Mattermost’s addresses and a small JSON of our own are understood', async () => {
  const { url, bo, dialog_id } = await scene();
  const says = async (body: unknown, headers: Record<string, string> = {}, address = url) => {
    expect(await post(address, body, headers)).toEqual([200, 'ok']);
    return (await last(bo, dialog_id)).text;
  };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect(await says('plain words', { 'content-type': 'text/plain' })).toBe('plain words');
  expect(await says(`payload=${encodeURIComponent('{"text":"from a form"}')}`, form)).toBe('from a form');
  expect(await says('{"text":"curl without a header"}', form)).toBe('curl without a header');
  expect(await says({ text: 'by services' }, {}, url.replace('/hook/', '/hook/T000/B000/'))).toBe('by services');
  const table = '| a | b |\n|---|---|\n| 1 | *2* |';
  expect(await says({ text: table, channel: 'other' }, {}, url.replace('/hook/', '/hooks/'))).toBe(table);
  expect(
    await says({ title: 'Disk *full*', url: 'https://x.example/a', color: 'danger', fields: { host: 'db1' } }),
  ).toBe('**🔴 [Disk \\*full\\*](https://x.example/a)**\n\n**host** db1');
  expect(await says({ text: 'hi', username: 'CI', icon_emoji: ':rocket:' })).toBe('**🚀 CI**\n\nhi');
  expect(await says({ title: 'Bad link', url: 'javascript:alert(1)' })).toBe('**Bad link**');
});

test('a thread is continued where its message is of the same conversation', async () => {
  const { url, bo, dialog_id } = await scene();
  await post(url, { text: 'first' });
  const first = await last(bo, dialog_id);
  await post(url, { text: 'second', thread_ts: `${first.id}.000100` });
  expect(await last(bo, dialog_id)).toMatchObject({ reply_id: first.id });
  await post(url, { text: 'third', thread_ts: '1' });
  expect(await last(bo, dialog_id)).toMatchObject({ text: 'third', reply_id: 0 });
});

test('Slack’s own package posts text, attachments and blocks, and understands refusals', async () => {
  const { url, bo, dialog_id } = await scene();
  const slack = new IncomingWebhook(url);
  expect(await slack.send('from *Slack*')).toMatchObject({ text: 'ok' });
  await slack.send({
    text: 'fallback',
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: 'Release *1.2*' } },
      {
        type: 'section',
        text: { type: 'mrkdwn', text: '~old~ *new*' },
        fields: [{ type: 'mrkdwn', text: '*Env*\nprod' }],
        accessory: { type: 'image', image_url: 'https://img.example/a.png', alt_text: 'graph' },
      },
      { type: 'divider' },
      { type: 'context', elements: [{ type: 'mrkdwn', text: '_by_ <@U1|ada>' }] },
      {
        type: 'actions',
        elements: [{ type: 'button', text: { type: 'plain_text', text: 'Open' }, url: 'https://ci.example/2' }],
      },
    ],
    attachments: [{ color: 'good', title: 'All green', title_link: 'https://ci.example/3', text: '12 tests' }],
  });
  expect((await last(bo, dialog_id)).text).toBe(
    [
      '### Release \\*1\\.2\\*',
      '~~old~~ **new**',
      '**Env** prod',
      '[🖼 graph](https://img.example/a.png)',
      '---',
      '_by_ @ada',
      '[Open](https://ci.example/2)',
      '> **🟢 [All green](https://ci.example/3)**\n> \n> 12 tests',
    ].join('\n\n'),
  );
  const gone = new IncomingWebhook(url.replace(/.{4}$/, unique('zz').slice(0, 4)));
  await expect(gone.send('x')).rejects.toThrow(/404/);
});

test('events of code hosts, Sentry, Grafana and Alertmanager become short cards with links', async () => {
  const { url, bo, dialog_id } = await scene();
  const card = async (body: unknown, headers: Record<string, string> = {}) => {
    expect(await post(url, body, headers)).toEqual([200, 'ok']);
    return (await last(bo, dialog_id)).text;
  };
  const repository = { full_name: 'acme/web', html_url: 'https://git.example/acme/web' };
  const push = {
    ref: 'refs/heads/main',
    compare: 'https://git.example/compare',
    repository,
    sender: { login: 'ada' },
    commits: [{ id: '0123456789', message: 'Fix *all*\n\nlong', url: 'https://git.example/c/0' }],
  };
  const pushed =
    '[acme/web](https://git.example/acme/web) · push [main](https://git.example/compare) · ada\n\n- [0123456](https://git.example/c/0) Fix \\*all\\*';
  expect(await card(push, { 'x-github-event': 'push' })).toBe(pushed);
  expect(await card(push, { 'x-gitea-event': 'push', 'x-github-event': 'push' })).toBe(pushed);
  expect(
    await card(
      {
        action: 'closed',
        repository,
        sender: { login: 'bo' },
        pull_request: { number: 7, title: 'Add it', html_url: 'https://git.example/p/7', merged: true },
      },
      { 'x-github-event': 'pull_request' },
    ),
  ).toBe(
    '[acme/web](https://git.example/acme/web) · pull request merged · bo\n\n[\\#7 Add it](https://git.example/p/7)',
  );
  expect(
    await card(
      {
        object_kind: 'merge_request',
        user: { name: 'Cy' },
        project: { path_with_namespace: 'acme/app', web_url: 'https://gl.example/acme/app' },
        object_attributes: { iid: 3, title: 'Speed up', url: 'https://gl.example/mr/3', action: 'open' },
      },
      { 'x-gitlab-event': 'Merge Request Hook' },
    ),
  ).toBe(
    '[acme/app](https://gl.example/acme/app) · Merge Request open · Cy\n\n[\\#3 Speed up](https://gl.example/mr/3)',
  );
  expect(
    await card(
      {
        action: 'created',
        data: { issue: { title: 'TypeError', web_url: 'https://s.example/1', project: { slug: 'web' } } },
      },
      { 'sentry-hook-resource': 'issue' },
    ),
  ).toBe('Sentry · web · issue created\n\n**🔴 [TypeError](https://s.example/1)**');
  const alerts = {
    status: 'firing',
    externalURL: 'https://am.example/',
    commonLabels: { alertname: 'DiskFull' },
    alerts: [
      {
        status: 'firing',
        labels: { alertname: 'DiskFull', host: 'db1' },
        annotations: { summary: 'Disk full', runbook_url: 'https://wiki.example/disk' },
        generatorURL: 'https://p.example/g',
      },
    ],
  };
  expect(await card(alerts)).toBe(
    '**🔴 FIRING [DiskFull](https://am.example/)**\n\n> 🔴 FIRING [Disk full](https://p.example/g)\n> `host=db1`\n> [Runbook](https://wiki.example/disk)',
  );
  expect(await card({ ...alerts, status: 'resolved', title: '[RESOLVED] Disk', orgId: 1, alerts: [] })).toBe(
    '**🟢 RESOLVED [\\[RESOLVED\\] Disk](https://am.example/)**',
  );
});

test('in the conversation of a project, a task is one call, and so is a mail', async () => {
  const [ada, bo] = [await person('ada'), await person('bo')];
  const { id: project_id, dialog_id } = await ada.call(projectAdd, { name: 'Support', columns: 'Inbox' });
  await ada.call(projectUser, { project_id, userid: [ada.userid, bo.userid] });
  const hook = await ada.call(webhookAdd, { dialog_id, name: 'Mailbox' });
  const { base } = await testServer();
  const url = hook.url.replace(/^https?:\/\/[^/]+/, base);
  const task = { title: 'Printer on fire', text: '**Third** floor', due: '2027-01-31', assignees: [bo.email] };
  expect(await post(url, { task })).toEqual([200, 'ok']);
  const mail = { from: 'Carla <carla@example.com>', subject: 'No paper', text: 'It <b>is</b> empty.' };
  expect(await post(url, mail)).toEqual([200, 'ok']);
  const { data } = await bo.call(taskLists, { project_id });
  const named = (name: string) => data.find((each) => each.name === name);
  expect(named('Printer on fire')).toMatchObject({ end_at: '2027-01-31 18:00:00', userid: ada.userid });
  expect(named('Printer on fire')?.task_user).toMatchObject([{ userid: bo.userid, owner: 1 }]);
  expect(named('No paper')?.desc).toContain('carla@example.com');
  for (const [wrong, word] of [
    [{ text: 'x' }, 'no_title'],
    [{ title: 'x', due: 'soon' }, 'invalid_due'],
    [{ title: 'x', assignees: ['nobody@example.com'] }, 'unknown_assignee'],
  ] as const) {
    expect(await post(url, { task: wrong })).toEqual([400, word]);
  }
  const { url: elsewhere, bo: reader, dialog_id: group } = await scene();
  expect(await post(elsewhere, { task })).toEqual([400, 'no_project']);
  expect(await post(elsewhere, mail)).toEqual([200, 'ok']);
  expect((await last(reader, group)).text).toContain('**No paper**');
});

test('a webhook gets another name and keeps its address; others cannot change it', async () => {
  const { ada, bo, dialog_id, hook, url } = await scene();
  const edited = await ada.call(webhookEdit, { id: hook.id, name: 'Nightly', mention_all: true });
  expect(edited).toMatchObject({ name: 'Nightly', mention_all: true, url: hook.url });
  expect(await post(url, { text: 'done' })).toEqual([200, 'ok']);
  const { userid } = await last(bo, dialog_id);
  expect(userid).toBeGreaterThan(0);
  await expect(bo.call(webhookEdit, { id: hook.id, name: 'Mine' })).rejects.toMatchObject({
    data: { code: 'webhook.gone' },
  });
  await expect(ada.call(webhookEdit, { id: hook.id, name: 'x' })).rejects.toMatchObject({
    data: { code: 'webhook.name' },
  });
});

test('pictures elsewhere become links, and broken characters are replaced', async () => {
  const { url, bo, dialog_id } = await scene();
  expect(
    await post(url, { text: 'see ![p](http://evil.example/p.png) `![code](x)` <img src="http://evil.example/q.png">' }),
  ).toEqual([200, 'ok']);
  const shown = (await last(bo, dialog_id)).text;
  expect(shown).toContain('[p](http://evil.example/p.png)');
  expect(shown).not.toMatch(/!\[p\]|<img/);
  expect(shown).toContain('`![code](x)`');
  expect(await post(url, '{"text":"a\\u0000b\\ud800c"}')).toEqual([200, 'ok']);
  expect((await last(bo, dialog_id)).text).toBe('ab\ufffdc');
});
