import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { cleanHtml } from '@atrium/richtext/html/clean.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PlannedMessage, resolveMentions } from '../imports.plan.ts';
import { dataPath } from '../imports.testing.ts';
import { type ExportFiles, folderFiles, zipFiles } from '../read/exportFiles.ts';
import { parseSlack } from './slack.parse.ts';
import { slackHtml } from './slack.text.ts';

interface RawMessage {
  subtype?: string;
  ts: string;
  text: string;
  user?: string;
  reactions?: { users: string[] }[];
  edited?: unknown;
  file?: unknown;
}

const home = dataPath('slack-export');

describe.skipIf(!home)('a real export', () => {
  const folder = home ?? '';
  const raw = (name: string) =>
    readdirSync(join(folder, name))
      .sort()
      .flatMap((day) => JSON.parse(readFileSync(join(folder, name, day), 'utf8')) as RawMessage[]);

  test('is planned completely', async () => {
    const plan = await parseSlack(await folderFiles(folder));
    const all = [...raw('enrique'), ...raw('traveling-sailor')];
    expect(plan.problems).toEqual([]);
    expect(plan.counts).toMatchObject({
      dialogs: 2,
      messages: all.length,
      reactions: all.reduce(
        (n, message) => n + (message.reactions ?? []).reduce((m, { users }) => m + users.length, 0),
        0,
      ),
      attachments: all.filter((message) => message.file).length,
    });
    expect(plan.counts.messages).toBe(158);
    expect(
      plan.people
        .filter((person) => !person.is_bot)
        .map((person) => person.external_id)
        .sort(),
    ).toEqual(['U0BMM2FEH', 'U0BMQB6JE', 'U0BMS113R', 'U0BMYT2FL']);
    for (const dialog of plan.dialogs) {
      const messages = raw(dialog.name);
      expect(dialog.messages.map((message) => message.external_id)).toEqual(messages.map(({ ts }) => ts).sort());
      expect(dialog.messages.filter((message) => message.edited_at).length).toBe(
        messages.filter(({ edited }) => edited).length,
      );
      const notices = messages.filter(({ subtype }) => subtype === 'channel_join' || subtype === 'bot_add');
      expect(dialog.messages.filter((message) => message.kind === 'notice').length).toBe(notices.length);
    }
  });

  test('every text equals its sanitized form, and everyone has a name', async () => {
    const plan = await parseSlack(await folderFiles(folder));
    const people = new Map(plan.people.map((person, index) => [person.external_id, index + 1]));
    const messages = plan.dialogs.flatMap((dialog) => dialog.messages);
    for (const message of messages) {
      expect(message.text).not.toBe('');
      expect(message.author === null || people.has(message.author)).toBe(true);
      if (message.kind === 'notice') continue;
      const text = resolveMentions(message.text, (id) => people.get(id) ?? null);
      expect(cleanHtml(text)).toBe(text);
      expect(text).not.toMatch(/&lt;(?:@U|https?:)/);
    }
    expect(messages.some((message) => message.text.includes('data-id="U0BMYT2FL"'))).toBe(true);
  });

  test('a zip gives the same result, also with a folder around it', async () => {
    const plan = await parseSlack(await folderFiles(folder));
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const zipped = await zipFiles(zip(files.map((path) => [path.replace(folder, 'export'), readFileSync(path)])));
    expect(await parseSlack(zipped)).toEqual(plan);
    zipped.close();
  });
});

const users = [
  {
    id: 'U1',
    name: 'ada',
    profile: { real_name: 'Ada <L>', email: 'ada@example.com', title: 'Engineer', image_512: 'javascript:x' },
  },
  { id: 'U2', name: 'bo', deleted: true },
];
const channels = [{ id: 'C1', name: 'general', members: ['U1', 'U2', 'U9'], created: 1500000000, is_archived: true }];

async function planOf(messages: unknown[], others: Record<string, unknown> = {}) {
  return parseSlack(
    filesOf({ 'users.json': users, 'channels.json': channels, 'general/2024-01-01.json': messages, ...others }),
  );
}

function filesOf(contents: Record<string, unknown>): ExportFiles {
  return {
    list: () => Object.keys(contents),
    read: async (path) =>
      new TextEncoder().encode(typeof contents[path] === 'string' ? contents[path] : JSON.stringify(contents[path])),
  };
}

const message = (ts: string, text: string, more: object = {}) => ({ type: 'message', user: 'U1', ts, text, ...more });

async function only(record: unknown): Promise<PlannedMessage | undefined> {
  return (await planOf([record])).dialogs[0]?.messages[0];
}

test('people, channels, groups and direct dialogs', async () => {
  const plan = await planOf([], {
    'groups.json': [{ id: 'G1', name: 'secret', members: ['U1'] }],
    'mpims.json': [{ id: 'G2', name: 'mpdm-ada--bo-1', members: ['U1', 'U2'] }],
    'dms.json': [{ id: 'D1', members: ['U1', 'U2'] }],
    'D1/2024-01-02.json': [message('1704153600.000100', 'psst')],
  });
  expect(plan.dialogs).toMatchObject([
    {
      external_id: 'C1',
      type: 'channel',
      name: 'general',
      is_private: false,
      is_archived: true,
      created_at: '2017-07-14T02:40:00.000Z',
    },
    { external_id: 'G1', type: 'channel', is_private: true },
    { external_id: 'G2', type: 'group' },
    { external_id: 'D1', type: 'direct', name: '', members: ['U1', 'U2'], messages: [{ text: '<p>psst</p>' }] },
  ]);
  expect(plan.people).toMatchObject([
    {
      external_id: 'U1',
      nickname: 'Ada <L>',
      email: 'ada@example.com',
      profession: 'Engineer',
      avatar_url: null,
      is_gone: false,
    },
    { external_id: 'U2', nickname: 'bo', is_gone: true },
    { external_id: 'U9', nickname: 'U9', is_gone: true },
  ]);
});

test('threads, edits, deletions, bots, joins, files and reactions', async () => {
  const plan = await planOf([
    message('1704067205.000000', 'reply', { thread_ts: '1704067201.000000' }),
    message('1704067201.000000', 'root', {
      thread_ts: '1704067201.000000',
      edited: { user: 'U1', ts: '1704067300.000000' },
    }),
    message('1704067202.000000', 'orphan', { thread_ts: '1600000000.000000' }),
    message('1704067203.000000', '<@U2> has joined the channel', { subtype: 'channel_join' }),
    { type: 'message', subtype: 'bot_message', bot_id: 'B1', username: 'CI', ts: '1704067204.000000', text: 'built' },
    message('1704067206.000000', '', {
      files: [
        {
          id: 'F1',
          name: 'a.pdf',
          url_private: 'https://files.slack.com/a.pdf',
          permalink: 'https://x.slack.com/a',
          size: 7,
        },
      ],
    }),
    message('1704067207.000000', 'hi', {
      reactions: [
        { name: '+1', users: ['U1', 'U2'] },
        { name: 'our-logo', users: ['U1'] },
      ],
    }),
    {
      type: 'message',
      subtype: 'message_changed',
      ts: '1704067400.000000',
      message: message('1704067207.000000', 'hi there'),
    },
    message('1704067208.000000', 'oops'),
    { type: 'message', subtype: 'message_deleted', ts: '1704067401.000000', deleted_ts: '1704067208.000000' },
    message('1704067209.000000', '', {
      blocks: [
        {
          type: 'rich_text',
          elements: [
            {
              type: 'rich_text_section',
              elements: [
                { type: 'text', text: 'a<b ' },
                { type: 'user', user_id: 'U2' },
              ],
            },
          ],
        },
      ],
    }),
  ]);
  expect(plan.problems).toEqual([]);
  expect(plan.dialogs[0]?.messages).toMatchObject([
    {
      external_id: '1704067201.000000',
      text: '<p>root</p>',
      reply_to: null,
      edited_at: '2024-01-01T00:01:40.000Z',
      created_at: '2024-01-01T00:00:01.000Z',
    },
    { text: '<p>orphan</p>', reply_to: null },
    { kind: 'notice', text: '@bo has joined the channel' },
    { author: 'B1', text: '<p>built</p>' },
    { text: '<p>reply</p>', reply_to: '1704067201.000000' },
    {
      files: [{ name: 'a.pdf', url: 'https://files.slack.com/a.pdf', size: 7 }],
      text: expect.stringContaining('>a.pdf</a>'),
    },
    { text: '<p>hi there</p>', edited_at: '2024-01-01T00:03:20.000Z' },
    { text: '<p>a&lt;b <span class="mention" data-denotation-char="@" data-id="U2" data-value="bo">@bo</span></p>' },
  ]);
  expect(plan.people.find((person) => person.external_id === 'B1')).toMatchObject({ nickname: 'CI', is_bot: true });
  expect(
    (
      await only(
        message('1704067207.0', 'x', {
          reactions: [
            { name: '+1', users: ['U1'] },
            { name: 'our-logo', users: ['U1'] },
          ],
        }),
      )
    )?.reactions,
  ).toEqual([
    { symbol: '👍', people: ['U1'] },
    { symbol: ':our-logo:', people: ['U1'] },
  ]);
});

test('invalid records are reported and skipped', async () => {
  const plan = await planOf(
    [
      null,
      message('yesterday', 'x'),
      message('1704067201.000000', 'ok', { files: [{ mode: 'tombstone' }], user: 'U77' }),
      message('1704067201.000000', 'again'),
      { type: 'other' },
    ],
    {
      'general/2024-01-02.json': '[{"type":',
      'general/2024-01-03.json': { not: 'a list' },
      'lost/2024-01-01.json': [message('1704067201.000000', 'x')],
      'dms.json': [{ members: [] }, 'D1'],
      'groups.json': [{ id: 'G1' }],
      'canvas/readme.json': {},
    },
  );
  expect(plan.dialogs[0]?.messages.map(({ text }) => text)).toEqual(['<p>ok</p>']);
  expect(plan.problems.map(({ where, what }) => `${where} ${what}`).sort()).toEqual([
    'dms.json[0] no_id',
    'dms.json[1] not_a_record',
    'general/2024-01-01.json[0] not_a_record',
    'general/2024-01-01.json[1].ts no_time',
    'general/2024-01-01.json[2].files[0] no_address',
    'general/2024-01-01.json[2].user unknown_person',
    'general/2024-01-01.json[3] repeated',
    'general/2024-01-01.json[4].type unknown_kind',
    'general/2024-01-02.json unreadable',
    'general/2024-01-03.json unreadable',
    'groups.json[0] no_name',
    'lost unknown_dialog',
  ]);
});

test('a file that is no export is refused as a whole', async () => {
  await expect(parseSlack(filesOf({}))).rejects.toMatchObject({ code: 'import.not_slack' });
  await expect(parseSlack(filesOf({ 'package.json': {} }))).rejects.toMatchObject({ code: 'import.not_slack' });
  await expect(zipFiles(new TextEncoder().encode('no zip'))).rejects.toMatchObject({ code: 'import.not_zip' });
  await expect(zipFiles(zip([['../evil.json', Buffer.from('[]')]]))).rejects.toMatchObject({ code: 'import.not_zip' });
});

test.each([
  [
    '*bold* _it_ ~gone~ `x &lt; y`',
    '<p><strong>bold</strong> <em>it</em> <s>gone</s> <span style="font-family: monospace">x &lt; y</span></p>',
  ],
  ['*a _b_ c*', '<p><strong>a <em>b</em> c</strong></p>'],
  ['2*3*4 snake_case_name', '<p>2*3*4 snake_case_name</p>'],
  ['a\n\nb', '<p>a</p><p></p><p>b</p>'],
  ['&gt; quoted\n&gt; more\nown', '<blockquote><p>quoted</p><p>more</p></blockquote><p>own</p>'],
  ['see ```\nlet a = 1 &amp;&amp; b;\n``` ok', '<p>see </p><pre>let a = 1 &amp;&amp; b;</pre><p> ok</p>'],
  ['``` open', '<p>``` open</p>'],
  [
    '<https://a.example/x?a=1&amp;b=2|here>',
    '<p><a href="https://a.example/x?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">here</a></p>',
  ],
  [
    '<https://a.example/`x`|`code`>',
    '<p><a href="https://a.example/`x`" target="_blank" rel="noopener noreferrer">`code`</a></p>',
  ],
  ['<javascript:alert(1)|x> <tel:28919.8|28919.8>', '<p>x 28919.8</p>'],
  [
    '<!channel> <!subteam^S1|@team> <#C1|general> <#C9|old> <!date^1^{date}|today>',
    '<p>@channel @team #general #old today</p>',
  ],
  [
    '<@U1>',
    '<p><span class="mention" data-denotation-char="@" data-id="U1" data-value="Ada &lt;L&gt;">@Ada &lt;L&gt;</span></p>',
  ],
  ['<@U7|zoe>', '<p><span class="mention" data-denotation-char="@" data-id="U7" data-value="zoe">@zoe</span></p>'],
  [':tada: :our-logo: 10:30:45', '<p>🎉 :our-logo: 10:30:45</p>'],
  [
    '&lt;script&gt;alert(1)&lt;/script&gt; <img src=x onerror=y>',
    '<p>&lt;script&gt;alert(1)&lt;/script&gt; &lt;img src=x onerror=y&gt;</p>',
  ],
])('markup %j', (text, html) => {
  const names = {
    person: (id: string) => (id === 'U1' ? 'Ada <L>' : null),
    channel: (id: string) => (id === 'C1' ? 'general' : null),
  };
  expect(slackHtml(text, names)).toBe(html);
});

test('HTML made from any Slack text equals its sanitized form', () => {
  const scraps = fc.constantFrom(
    ...[
      '*',
      '_',
      '~',
      '`',
      '```',
      '\n',
      '&gt; ',
      '&lt;',
      '&amp;',
      '<',
      '>',
      '|',
      '<@U1>',
      '<#C1|x>',
      '<!here>',
      '<https://a.b/?x=1&amp;y|l>',
      '<mailto:a@b.c|m>',
    ],
    ...[
      '<javascript:x|y>',
      ' ',
      'word',
      ':tada:',
      '"',
      "'",
      '\ue000',
      '\ue0010\ue001',
      '<script>',
      '<b onclick=x>',
      '0',
      '1',
      '</p>',
    ],
  );
  const names = { person: () => 'A"<b>&', channel: () => null };
  fc.assert(
    fc.property(fc.array(scraps, { maxLength: 30 }), (parts) => {
      const html = resolveMentions(slackHtml(parts.join(''), names), () => 7);
      expect(cleanHtml(`${html}<p>.</p>`)).toBe(`${html}<p>.</p>`.replace(/^(?:<p>\s*<\/p>)+/, ''));
    }),
    { numRuns: 3000 },
  );
});

test('a mention resolves to an account or remains a name', () => {
  const html = slackHtml('<@U1> <@U2>', { person: (id) => (id === 'U1' ? 'A"<b>&' : 'Bo'), channel: () => null });
  expect(resolveMentions(html, (id) => (id === 'U1' ? 5 : null))).toBe(
    '<p><span class="mention user" data-id="5">@A"&lt;b&gt;&amp;</span> @Bo</p>',
  );
});

/** A zip of the given files. */
function zip(files: [string, Uint8Array][]): Uint8Array {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of files) {
    const name = Buffer.from(path);
    const packed = deflateRawSync(content);
    const header = Buffer.alloc(26);
    header.writeUInt16LE(20, 0);
    header.writeUInt16LE(0x0800, 2);
    header.writeUInt16LE(8, 4);
    header.writeUInt32LE(crc32(content), 10);
    header.writeUInt32LE(packed.length, 14);
    header.writeUInt32LE(content.length, 18);
    header.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), header, name, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    centrals.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), header, rest, name]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

test('a byte order mark at the start is ignored', async () => {
  const texts: Record<string, string> = {
    'channels.json': '[{"id":"C1","name":"general","members":["U1"],"creator":"U1","created":1700000000}]',
    'users.json': '[{"id":"U1","name":"ada","profile":{"email":"ada@example.com","real_name":"Ada"}}]',
  };
  const files: ExportFiles = {
    list: () => Object.keys(texts),
    read: async (path) => Buffer.from(`\uFEFF${texts[path]}`),
  };
  expect(await parseSlack(files)).toMatchObject({ counts: { people: 1, dialogs: 1 }, problems: [] });
});
