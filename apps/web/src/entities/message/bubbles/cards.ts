import { safeUrl } from '@atrium/richtext/html/urls.ts';

/** Replies of built-in bots and notices of approvals, parsed from their data, with every field checked. */
export interface Card {
  /** The server's title; '' to use the one below. */
  title: string;
  /** The title in the reader's language. */
  asks:
    | { kind: 'bot'; command: BotCommand }
    | { kind: 'unsupported'; command: string }
    | { kind: 'approval'; type: ApprovalType; name: string; what: string };
  /** Commands that a bot names. */
  commands: readonly BotCommand[];
  /** Groups of labeled values. */
  groups: readonly (readonly Row[])[];
  lines: readonly string[];
  state: '' | 'pass' | 'refuse' | 'withdraw' | 'return' | 'transfer' | 'finished';
  /** The person who acted on an approval; '' if nobody is named. */
  by: string;
  /** The request that it is about; 0 = none. */
  approvalId: number;
  /** The step that its reader is asked to decide; 0 = none. */
  taskId: number;
  picture: { url: string; width: number; height: number } | null;
  /** The address of the bot whose API is explained; '' elsewhere. */
  apiOf: string;
}
export interface Row {
  label: RowLabel;
  value: string;
  /** The label in a form's own words. */
  own?: string;
}

const ROWS = ['name', 'id', 'clear_day', 'clear_at', 'webhook', 'token', 'version', 'email'] as const;
const APPROVAL_ROWS = ['by', 'department', 'type', 'start', 'end', 'reason'] as const;
type RowLabel = (typeof ROWS)[number] | (typeof APPROVAL_ROWS)[number];

const COMMANDS = [
  'hello',
  'help',
  'list',
  'info',
  'newbot',
  'setname',
  'deletebot',
  'token',
  'revoke',
  'webhook',
  'clearday',
  'dialog',
  'api',
] as const;
export type BotCommand = (typeof COMMANDS)[number];
const APPROVALS = ['approve_reviewer', 'approve_notifier', 'approve_comment_notifier', 'approve_submitter'] as const;
export type ApprovalType = (typeof APPROVALS)[number];

type Fields = Record<string, unknown>;
const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const among = <T extends string>(words: readonly T[], value: unknown): T | undefined =>
  words.find((word) => word === value);
const MOST_GROUPS = 50;

const MOST_ROWS = 8;
/** The values of a form in words, with its own labels. */
const formRows = (value: unknown): Row[] =>
  (Array.isArray(value) ? value : []).slice(0, MOST_ROWS).flatMap((each) => {
    const row = fields(each);
    const words = text(row['value']);
    return words ? [{ label: 'reason' as const, own: text(row['label']), value: words }] : [];
  });

/** Parses a card; null if the message is neither. */
export function cardOf(msg: Fields): Card | null {
  const type = text(msg['type']);
  const approval = among(APPROVALS, type);
  if (approval) return approvalCard(approval, msg);
  return /^\/\S/.test(type) ? botCard(type, msg) : null;
}

/** The commands in the help: a bot manager lists and creates bots, a bot describes itself. */
function helpOf(isManager: boolean): BotCommand[] {
  const own: readonly string[] = isManager ? ['hello', 'help', 'info'] : ['hello', 'help', 'list', 'newbot'];
  return COMMANDS.filter((command) => !own.includes(command));
}

function botCard(type: string, msg: Fields): Card {
  const command = among(COMMANDS, type.slice(1));
  const { data } = msg;
  const each = (Array.isArray(data) ? data : [data]).slice(0, MOST_GROUPS).map((one) => botRows(fields(one)));
  const whole = botRows({ version: msg['version'], email: msg['email'] });
  return {
    title: text(msg['title_raw']) || text(msg['title']),
    asks: command ? { kind: 'bot', command } : { kind: 'unsupported', command: type.slice(0, 40) },
    commands: command === 'help' ? helpOf(Boolean(msg['manager'])) : [],
    groups: [...each, whole].filter((rows) => rows.length > 0),
    lines: [text(msg['content'])].filter(Boolean),
    state: '',
    by: '',
    approvalId: 0,
    taskId: 0,
    picture: null,
    apiOf: command === 'api' ? text(msg['email']) : '',
  };
}

function botRows(of: Fields): Row[] {
  const values: Record<(typeof ROWS)[number], unknown> = {
    name: of['nickname'] ?? of['name'],
    id: of['userid'] ?? of['id'],
    clear_day: of['clear_day'],
    clear_at: of['clear_at'],
    webhook: of['webhook_url'],
    token: of['token'],
    version: of['version'],
    email: of['email'],
  };
  return ROWS.flatMap((label) => rowOf(label, text(values[label])));
}
const rowOf = (label: RowLabel, value: string): Row[] => (value ? [{ label, value }] : []);

function approvalCard(type: ApprovalType, msg: Fields): Card {
  const data = fields(msg['data']);
  const of = (key: string) => text(data[key]);
  const time = (end: 'start' | 'end') => [of(`${end}_day_of_week`), of(`${end}_time`)].filter(Boolean).join(' ');
  const isComment = type === 'approve_comment_notifier';
  const by = of('start_nickname') || of('nickname');
  const rows = {
    by: type === 'approve_submitter' ? '' : by,
    department: of('department'),
    type: of('type'),
    start: time('start'),
    end: time('end'),
    reason: of('description'),
  };
  const own = formRows(data['rows']);
  const shown = [
    // A form of this workspace names all its fields itself, so only two of the fixed rows are shown.
    ...APPROVAL_ROWS.flatMap((label) =>
      own.length > 0 && label !== 'by' && label !== 'department' ? [] : rowOf(label, rows[label]),
    ),
    ...own,
  ];
  const action = among(['pass', 'refuse', 'withdraw', 'return', 'transfer'] as const, msg['action']);
  const thumb = fields(data['thumb']);
  const url = safeUrl(text(thumb['url']));
  return {
    title: text(msg['title_raw']) || text(msg['title']),
    asks: {
      kind: 'approval',
      type,
      name: isComment ? of('comment_nickname') || of('nickname') : by,
      what: of('proc_def_name'),
    },
    commands: [],
    groups: shown.length > 0 ? [shown] : [],
    lines: [isComment ? of('comment_content') : ''].filter(Boolean),
    state: action ?? (msg['is_finished'] ? 'finished' : ''),
    by: action && type === 'approve_reviewer' ? of('by') : '',
    approvalId: Number(of('id')) || 0,
    taskId: type === 'approve_reviewer' && !action && !msg['is_finished'] ? Number(of('task_id')) || 0 : 0,
    picture: url ? { url, width: Number(thumb['width']) || 0, height: Number(thumb['height']) || 0 } : null,
    apiOf: '',
  };
}
