import { type Static, Type } from 'typebox';
import {
  Count,
  call,
  DateTime,
  Empty,
  errors,
  event,
  Id,
  Ids,
  Keys,
  Line,
  Nullable,
  OneOf,
  Page,
  Paging,
  Range,
  Text,
} from '../kit.ts';
import { UserBasic } from '../people/users.ts';

export const REPORT_RECEIVERS = 100;
export const REPORT_TITLE = 200;
export const REPORT_CONTENT = 200_000;
/** Characters of a report's beginning in lists. */
export const REPORT_EXCERPT = 200;
export const ANALYSIS_TEXT = 20_000;
export const ANALYSIS_FOCUS = 500;

const Kind = () => OneOf('daily', 'weekly');
export type ReportKind = 'daily' | 'weekly';

const Person = Type.Pick(UserBasic, ['userid', 'nickname', 'userimg']);
/** A recipient of a report, and when they opened it. */
const Receiver = Type.Object({
  ...Person.properties,
  receive_at: DateTime(),
  read_at: Nullable(DateTime()),
  /** The same for older clients: `read` is 1 once they opened it. */
  pivot: Type.Object({ userid: Id(), read: Count() }),
});

/** A report as a list shows it. */
export const Report = Type.Object({
  id: Id(),
  title: Type.String(),
  type: Kind(),
  /** The author. */
  userid: Id(),
  created_at: DateTime(),
  updated_at: DateTime(),
  receives: Type.Array(Id()),
  receives_user: Type.Array(Receiver),
  /** The beginning of its text in one line, without headings. */
  excerpt: Type.String(),
});
export type Report = Static<typeof Report>;

export const ReceivedReport = Type.Object({
  ...Report.properties,
  user: Person,
  receive_at: DateTime(),
  /** Null: still unread. */
  read_at: Nullable(DateTime()),
});
export type ReceivedReport = Static<typeof ReceivedReport>;

/** An assistant's analysis of a report for one of its readers. */
export const ReportAnalysis = Type.Object({
  id: Id(),
  /** Markdown. */
  text: Type.String(),
  /** The model's name; '' if the client did not say. */
  model: Type.String(),
  /** The question of the reader; '' for the whole report. */
  focus: Type.String(),
  updated_at: DateTime(),
});
export type ReportAnalysis = Static<typeof ReportAnalysis>;

export const ReportDetail = Type.Object({
  ...Report.properties,
  user: Person,
  /** Identifies the author's day or week. */
  sign: Type.String(),
  /** HTML, sanitized. */
  content: Type.String(),
  /** For the caller: null if they are no receiver. */
  receive_at: Nullable(DateTime()),
  /** The caller's own. */
  ai_analysis: Nullable(ReportAnalysis),
});
export type ReportDetail = Static<typeof ReportDetail>;

export const reportErrors = errors({
  'report.gone': { ret: 0 },
  'report.twice': { ret: 0 },
  'report.sign': { ret: 0 },
  'report.receivers': { ret: 0 },
  'report.person': { ret: 0 },
  'report.last': { ret: 0 },
  'report.empty': { ret: 0 },
});

const key = Type.Optional(Line({ maxLength: 200 }));

export const reportMy = call('report/my', {
  summary: 'Lists the reports that the caller wrote, newest first.',
  access: 'user',
  input: Type.Object({
    keys: Keys({ key, type: Type.Optional(Kind()), created_at: Range() }),
    ...Paging(20, 50),
  }),
  output: Page(Report),
});
export const reportReceive = call('report/receive', {
  summary: 'Lists the reports that the caller received, newest first.',
  access: 'user',
  input: Type.Object({
    keys: Keys({
      key,
      department_id: Type.Optional(Type.Integer({ minimum: 0, maximum: 2147483647, wire: 'int' })),
      type: Type.Optional(Kind()),
      status: Type.Optional(OneOf('unread', 'read')),
      created_at: Range(),
    }),
    ...Paging(20, 50),
  }),
  output: Page(ReceivedReport),
});
export const reportStore = call('report/store', {
  summary: 'Sends a report, or changes one of the caller’s.',
  access: 'user',
  input: Type.Object({
    id: Type.Optional(Type.Integer({ minimum: 0, maximum: 2147483647, wire: 'int0' })),
    sign: Type.Optional(Line({ maxLength: 64 })),
    title: Line({ minLength: 1, maxLength: REPORT_TITLE }),
    type: Kind(),
    content: Text({ minLength: 1, maxLength: REPORT_CONTENT }),
    receive: Type.Optional(Ids(1000)),
    offset: Type.Optional(Type.Integer({ minimum: -520, maximum: 0, wire: 'int' })),
  }),
  output: ReportDetail,
  errors: ['report.gone', 'report.twice', 'report.sign', 'report.receivers', 'report.person', 'report.empty'],
});
export const reportTemplate = call('report/template', {
  summary: 'Returns a draft of a report: what the caller did in a day or a week, and what is still open.',
  access: 'user',
  input: Type.Object({
    type: Kind(),
    /** The number of days or weeks back; clients send it with or without a minus. */
    offset: Type.Optional(Type.Integer({ minimum: -520, maximum: 520, wire: 'int0' })),
    /** The caller's own date, as `YYYY-MM-DD`; by default today in the server's zone. */
    date: Type.Optional(Line({ maxLength: 10 })),
    /** The time zone of that day, as in `Europe/Berlin`. */
    timezone: Type.Optional(Line({ maxLength: 64 })),
  }),
  output: Type.Object({
    /** The day, or the first and the last of the week. */
    time: Type.String(),
    sign: Type.String(),
    title: Type.String(),
    content: Type.String(),
    /** The existing report for it. */
    id: Type.Optional(Id()),
  }),
  errors: ['parameter'],
});
export const reportDetail = call('report/detail', {
  summary: 'Returns one report, by its id or by a shared code, and marks it as read.',
  access: 'user',
  input: Type.Object({ id: Type.Optional(Id()), code: Type.Optional(Line({ maxLength: 200 })) }),
  output: ReportDetail,
  errors: ['report.gone'],
});
const Some = { id: Type.Optional(Ids(100)), ids: Type.Optional(Ids(100)) };
export const reportMark = call('report/mark', {
  summary: 'Marks received reports as read or unread.',
  access: 'user',
  input: Type.Object({ ...Some, action: Type.Optional(OneOf('read', 'unread')) }),
  output: Empty(),
});
export const reportRead = call('report/read', {
  summary: 'Returns several reports of the caller and marks them as read.',
  access: 'user',
  input: Type.Object({ ids: Ids(100) }),
  output: Type.Array(Report),
});
export const reportShare = call('report/share', {
  summary: 'Sends reports to dialogs, for people who wrote or received them.',
  access: 'user',
  input: Type.Object({
    id: Type.Optional(Id()),
    ids: Type.Optional(Ids(20)),
    dialogids: Type.Optional(Ids(50)),
    userids: Type.Optional(Ids(50)),
    leave_message: Type.Optional(Text({ maxLength: 200_000 })),
  }),
  output: Type.Object({ num: Count() }),
  errors: [
    'report.gone',
    'dialog.gone',
    'message.muted',
    'message.long',
    'forward.none',
    'forward.max',
    'rate.limited',
  ],
});
export const reportLast = call('report/last_submitter', {
  summary: 'Returns the recipients of the caller’s last report.',
  access: 'user',
  output: Type.Array(Person),
  errors: ['report.last'],
});
export const reportUnread = call('report/unread', {
  summary: 'Returns the number of unread reports.',
  access: 'user',
  output: Type.Object({ total: Count() }),
});

export const reportAnalysave = call('report/analysave', {
  summary: 'Saves the caller’s analysis of a report that they wrote or received, instead of an earlier one.',
  access: 'user',
  input: Type.Object({
    id: Id(),
    text: Text({ minLength: 1, maxLength: ANALYSIS_TEXT }),
    model: Type.Optional(Line({ maxLength: 100 })),
    focus: Type.Optional(Line({ maxLength: ANALYSIS_FOCUS })),
  }),
  output: ReportAnalysis,
  errors: ['report.gone'],
});

/** A report came, or was read by its receiver: clients of the receiver and of the author load what they show. */
export const reportsChanged = event('report', 'unreadUpdate', Type.Object({}));

export const reportCalls = [
  reportMy,
  reportReceive,
  reportStore,
  reportTemplate,
  reportDetail,
  reportMark,
  reportRead,
  reportShare,
  reportLast,
  reportUnread,
  reportAnalysave,
] as const;
export const reportEvents = [reportsChanged] as const;
