import { safeUrl } from '@atrium/richtext/html/urls.ts';
import {
  completePlan,
  type ImportPlan,
  type ImportProblem,
  ImportRefused,
  type PlannedAttachment,
  type PlannedDialog,
  type PlannedMessage,
  type PlannedPerson,
  type ProblemKind,
} from '../imports.plan.ts';
import type { ExportFiles } from '../read/exportFiles.ts';
import { type Fields, isRecord, listOf, numberOf, recordOf, textOf, timeOfSeconds } from '../read/json.read.ts';
import { attachmentsHtml, blocksText } from './slack.blocks.ts';
import { emojiOf, plainSlack, type SlackNames, slackHtml } from './slack.text.ts';

/**
 * Reads a Slack workspace export: `users.json`, the lists of conversations, and a folder per conversation with a file
 * per day. Without `users.json` people are taken from the messages.
 *
 * 1. A reply names the message that started its thread (`reply_to`); without that message it becomes an ordinary one.
 * 2. Edits and deletions with records of their own are applied; the records are no messages.
 * 3. Joins, renames and the like become notices.
 * 4. Authors who are not in `users.json` (bots, people of other workspaces) are added.
 *
 * @throws ImportRefused  import.not_slack; import.too_large from the files
 */
export async function parseSlack(files: ExportFiles): Promise<ImportPlan> {
  const problems: ImportProblem[] = [];
  const reader = new Reader(files, (where, what) => problems.push({ where, what }));
  const people = readPeople(await reader.list('users.json'), reader.report);
  const dialogs = await readDialogs(reader);

  const channels = new Map(dialogs.map(({ dialog }) => [dialog.external_id, dialog.name]));
  const names: SlackNames = {
    person: (id) => people.get(id)?.nickname ?? null,
    channel: (id) => channels.get(id) ?? null,
  };
  const folders = reader.folders();
  for (const { dialog, folder } of dialogs) {
    const days = folders.get(folder) ?? [];
    folders.delete(folder);
    const records: Placed[] = [];
    for (const day of days) {
      for (const [index, record] of (await reader.list(day)).entries())
        records.push({ record, where: `${day}[${index}]` });
    }
    dialog.messages = readMessages(records, { people, names, report: reader.report });
  }
  for (const folder of folders.keys()) reader.report(folder, 'unknown_dialog');

  for (const { dialog } of dialogs) {
    if (dialog.type === 'direct') dialog.name = '';
    for (const id of dialog.members) if (!people.has(id)) people.set(id, stranger(id));
  }
  return completePlan({
    source: 'slack',
    people: [...people.values()],
    projects: [],
    dialogs: dialogs.map(({ dialog }) => dialog),
    problems,
  });
}

type Report = (where: string, what: ProblemKind) => void;
type People = Map<string, PlannedPerson>;

interface Placed {
  record: unknown;
  where: string;
}

/** Reads the files of the export, at whatever level of the zip they begin. */
class Reader {
  readonly report: Report;
  readonly #files: ExportFiles;
  readonly #root: string;
  readonly #paths: ReadonlySet<string>;

  constructor(files: ExportFiles, report: Report) {
    this.#files = files;
    this.#paths = new Set(files.list());
    this.report = report;
    const found = files
      .list()
      .filter((path) => /(?:^|\/)(?:channels|dms|groups|mpims)\.json$/.test(path))
      .sort((a, b) => a.split('/').length - b.split('/').length)[0];
    if (found === undefined) throw new ImportRefused('import.not_slack');
    this.#root = found.slice(0, found.lastIndexOf('/') + 1);
  }

  /** The list in a file; empty if the file has none. */
  async list(path: string): Promise<unknown[]> {
    if (!this.#paths.has(this.#root + path)) return [];
    try {
      const list: unknown = JSON.parse(
        new TextDecoder('utf-8', { fatal: true }).decode(await this.#files.read(this.#root + path)),
      );
      if (Array.isArray(list)) return list;
    } catch (error) {
      if (error instanceof ImportRefused) throw error;
    }
    this.report(path, 'unreadable');
    return [];
  }

  /** The day files of each folder, in order. */
  folders(): Map<string, string[]> {
    const folders = new Map<string, string[]>();
    for (const path of this.#paths) {
      if (!path.startsWith(this.#root)) continue;
      const [, folder, day] = /^([^/]+)\/(\d{4}-\d\d-\d\d\.json)$/.exec(path.slice(this.#root.length)) ?? [];
      if (!folder || !day) continue;
      const days = folders.get(folder) ?? [];
      days.push(`${folder}/${day}`);
      folders.set(folder, days.sort());
    }
    return folders;
  }
}

function readPeople(users: unknown[], report: Report): People {
  const people: People = new Map();
  for (const [index, user] of users.entries()) {
    const where = `users.json[${index}]`;
    if (!isRecord(user)) {
      report(where, 'not_a_record');
      continue;
    }
    const id = textOf(user['id']);
    if (!id) {
      report(where, 'no_id');
      continue;
    }
    const profile = recordOf(user['profile']);
    const username = textOf(user['name']) || null;
    people.set(id, {
      external_id: id,
      nickname:
        textOf(profile['real_name']) || textOf(user['real_name']) || textOf(profile['display_name']) || username || id,
      username,
      email: textOf(profile['email']) || null,
      profession: textOf(profile['title']) || null,
      avatar_url: safeUrl(textOf(profile['image_512']) || textOf(profile['image_192'])),
      is_bot: user['is_bot'] === true || id === 'USLACKBOT',
      is_gone: user['deleted'] === true,
    });
  }
  return people;
}

function stranger(id: string, known: Partial<PlannedPerson> = {}): PlannedPerson {
  return {
    external_id: id,
    nickname: id === 'USLACKBOT' ? 'Slackbot' : id,
    username: null,
    email: null,
    profession: null,
    avatar_url: null,
    is_bot: id === 'USLACKBOT',
    is_gone: true,
    ...known,
  };
}

const conversationFiles = [
  { file: 'channels.json', type: 'channel', isPrivate: false },
  { file: 'groups.json', type: 'channel', isPrivate: true },
  { file: 'mpims.json', type: 'group', isPrivate: true },
  { file: 'dms.json', type: 'direct', isPrivate: true },
] as const;

async function readDialogs(reader: Reader): Promise<{ dialog: PlannedDialog; folder: string }[]> {
  const dialogs = new Map<string, { dialog: PlannedDialog; folder: string }>();
  for (const { file, type, isPrivate } of conversationFiles) {
    for (const [index, record] of (await reader.list(file)).entries()) {
      const where = `${file}[${index}]`;
      const fields = recordOf(record);
      const id = textOf(fields['id']);
      const name = textOf(fields['name']);
      if (!isRecord(record)) reader.report(where, 'not_a_record');
      else if (!id) reader.report(where, 'no_id');
      else if (!name && type !== 'direct') reader.report(where, 'no_name');
      else if (dialogs.has(id)) reader.report(where, 'repeated');
      else {
        const dialog: PlannedDialog = {
          external_id: id,
          type,
          name,
          is_private: isPrivate,
          is_archived: record['is_archived'] === true,
          members: [...new Set(listOf(record['members']).map(textOf))].filter((member) => member !== ''),
          created_at: timeOfSeconds(record['created']),
          messages: [],
        };
        dialogs.set(id, { dialog, folder: type === 'direct' ? id : name });
      }
    }
  }
  return [...dialogs.values()];
}

interface MessageContext {
  people: People;
  names: SlackNames;
  report: Report;
}

const spoken = new Set([
  '',
  'bot_message',
  'me_message',
  'thread_broadcast',
  'reply_broadcast',
  'file_share',
  'file_comment',
  'file_mention',
  'slackbot_response',
  'sh_room_created',
  'huddle_thread',
]);

function readMessages(records: Placed[], context: MessageContext): PlannedMessage[] {
  const messages = new Map<string, PlannedMessage>();
  const changes: Placed[] = [];
  for (const { record, where } of records) {
    if (!isRecord(record)) {
      context.report(where, 'not_a_record');
      continue;
    }
    const subtype = textOf(record['subtype']);
    if (subtype === 'message_changed' || subtype === 'message_deleted') changes.push({ record, where });
    else if (textOf(record['type']) !== 'message') context.report(`${where}.type`, 'unknown_kind');
    else if (record['hidden'] !== true && subtype !== 'message_replied') addMessage(messages, record, where, context);
  }
  for (const change of changes) applyChange(messages, recordOf(change.record), change.where, context);

  const list = [...messages.values()].sort((a, b) => compareTimes(a.external_id, b.external_id));
  for (const message of list) {
    if (message.reply_to !== null && !messages.has(message.reply_to)) message.reply_to = null;
  }
  return list;
}

/** Slack's `ts` is a time with a counter after the point: compared as text if the seconds have the same length. */
function compareTimes(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

function addMessage(
  messages: Map<string, PlannedMessage>,
  record: Fields,
  where: string,
  context: MessageContext,
): void {
  const ts = textOf(record['ts']);
  const at = timeOfSeconds(record['ts']);
  if (!at) context.report(`${where}.ts`, 'no_time');
  else if (messages.has(ts)) context.report(where, 'repeated');
  else messages.set(ts, messageOf(record, { ts, at, where }, context));
}

function messageOf(
  record: Fields,
  place: { ts: string; at: string; where: string },
  context: MessageContext,
): PlannedMessage {
  const isNotice = !spoken.has(textOf(record['subtype']));
  const files = isNotice ? [] : filesOf(record, place.where, context.report);
  const thread = textOf(record['thread_ts']);
  const author = authorOf(record, place.where, context);
  return {
    external_id: place.ts,
    kind: isNotice ? 'notice' : 'text',
    author,
    text: isNotice ? plainSlack(textOf(record['text']), context.names) : textHtml(record, files, context.names),
    type: 'html',
    created_at: place.at,
    edited_at: timeOfSeconds(recordOf(record['edited'])['ts']),
    reply_to: thread && thread !== place.ts ? thread : null,
    reactions: reactionsOf(record),
    files,
  };
}

function textHtml(record: Fields, files: PlannedAttachment[], names: SlackNames): string {
  const text = textOf(record['text']) || blocksText(record['blocks']);
  const html = (text && slackHtml(text, names)) + attachmentsHtml(record['attachments'], names);
  const addresses = listOf(record['files'])
    .concat(record['file'] ?? [])
    .map((file) => textOf(recordOf(file)['permalink']));
  const unnamed = files.filter((_file, index) => !addresses[index] || !text.includes(addresses[index]));
  return html + unnamed.map((file) => slackHtml(`<${escaped(file.url)}|${escaped(file.name)}>`, names)).join('');
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('|', '%7C');

function authorOf(record: Fields, where: string, { people, report }: MessageContext): string | null {
  const userId = textOf(record['user']) || textOf(recordOf(record['comment'])['user']);
  if (userId) {
    if (!people.has(userId)) {
      const profile = recordOf(record['user_profile']);
      const nickname = textOf(profile['real_name']) || textOf(profile['display_name']);
      if (!nickname && userId !== 'USLACKBOT') report(`${where}.user`, 'unknown_person');
      people.set(userId, stranger(userId, nickname ? { nickname } : {}));
    }
    return userId;
  }
  const botId = textOf(record['bot_id']);
  const nickname = textOf(recordOf(record['bot_profile'])['name']) || textOf(record['username']);
  const id = botId || (nickname && `bot:${nickname}`);
  if (!id) return null;
  const known = people.get(id);
  if (!known) people.set(id, stranger(id, { nickname: nickname || id, is_bot: true, is_gone: false }));
  else if (known.nickname === id && nickname) known.nickname = nickname;
  return id;
}

function reactionsOf(record: Fields): PlannedMessage['reactions'] {
  return listOf(record['reactions']).flatMap((reaction) => {
    const { name, users } = recordOf(reaction);
    const people = [...new Set(listOf(users).map(textOf))].filter((id) => id !== '');
    const word = textOf(name);
    return word && people.length > 0 ? [{ symbol: emojiOf(word) ?? `:${word}:`, people }] : [];
  });
}

function filesOf(record: Fields, where: string, report: Report): PlannedAttachment[] {
  const files: PlannedAttachment[] = [];
  const places = listOf(record['files']).map((file, index) => ({ file, where: `${where}.files[${index}]` }));
  if (record['file'] !== undefined) places.push({ file: record['file'], where: `${where}.file` });
  for (const { file, where: place } of places) {
    if (!isRecord(file)) {
      report(place, 'not_a_record');
      continue;
    }
    const url = safeUrl(
      textOf(file['url_private_download']) || textOf(file['url_private']) || textOf(file['permalink']),
    );
    // The export has only stubs of deleted files and of those beyond the plan's limit.
    if (!url) report(place, 'no_address');
    else
      files.push({
        external_id: textOf(file['id']),
        // Files are imported as links only, because Slack serves them only to people who are signed in there.
        is_file: false,
        name: textOf(file['name']) || textOf(file['title']) || 'file',
        url,
        size: numberOf(file['size']),
      });
  }
  return files;
}

function applyChange(
  messages: Map<string, PlannedMessage>,
  change: Fields,
  where: string,
  context: MessageContext,
): void {
  if (change['subtype'] === 'message_deleted') {
    messages.delete(textOf(change['deleted_ts']));
    return;
  }
  const changed = recordOf(change['message']);
  const ts = textOf(changed['ts']);
  const before = messages.get(ts);
  if (!before) {
    context.report(`${where}.message`, 'unknown_kind');
    return;
  }
  const after = messageOf(
    { ...changed, subtype: changed['subtype'] ?? '' },
    { ts, at: before.created_at, where },
    context,
  );
  messages.set(ts, { ...after, edited_at: after.edited_at ?? timeOfSeconds(change['ts']) });
}
