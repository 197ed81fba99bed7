import { type Static, Type } from 'typebox';
import { Count, call, DateTime, errors, Id, MaybeFlag, MaybeId, Nullable, Text } from '../kit.ts';

/** Longest shared text of a document, and longest state with the remains of its editing, in bytes. */
export const DOCUMENT_BYTES = 6 * 1024 * 1024;
/** One change, such as a pasted text, in bytes. */
export const UPDATE_BYTES = 1024 * 1024;
/** A change travels in parts of this many characters: a frame of the socket is limited. */
export const PART_CHARS = 48_000;
/** Changes per connection and ten seconds. A client joins what happens until its last change is stored. */
export const UPDATES_PER_WINDOW = 200;
export const CARET_CHARS = 300;
export const COMMENT_CHARS = 4000;
export const COMMENTS_PER_FILE = 2000;

/** The kind of content in the shared state of a document. */
export type DocumentFormat = 'md' | 'text' | 'drawing' | 'mind' | 'sheet';
/** The extensions of documents that several people edit at once, with their kind of content. */
export const LIVE_EXTS: Readonly<Record<string, DocumentFormat>> = {
  ...{ md: 'md', markdown: 'md', text: 'text' },
  ...{ excalidraw: 'drawing', mind: 'mind', sheet: 'sheet' },
};
const LIVE_TYPES = new Set(['document', 'drawing', 'mind', 'sheet']);
export const isLive = ({ type, ext }: { type: string; ext: string }): boolean =>
  LIVE_TYPES.has(type) && ext.toLowerCase() in LIVE_EXTS;

export const documentErrors = errors({
  'document.kind': { ret: 0 },
  'document.large': { ret: 0 },
  'document.update': { ret: 0 },
  'document.comment': { ret: 0 },
  'document.comments': { ret: 0 },
});

/** A comment on a file, in a text on a place of it. Replies name the first comment of their thread. */
export const DocumentComment = Type.Object({
  id: Id(),
  file_id: Id(),
  /** 0 for the first one of a thread. */
  thread_id: Count(),
  userid: Id(),
  text: Type.String(),
  /** The text it was about; '' for replies and for comments on the whole file. */
  quote: Type.String(),
  /** The position in the shared state, in JSON; '' without one. */
  place: Type.String(),
  /** Null while open. */
  resolved_at: Nullable(DateTime()),
  resolved_by: Count(),
  created_at: DateTime(),
});
export type DocumentComment = Static<typeof DocumentComment>;

const GONE = ['file.gone'] as const;
export const commentLists = call('file/comment/lists', {
  summary: 'Lists the comments on a file, oldest first.',
  access: 'user',
  input: Type.Object({ id: Id() }),
  output: Type.Array(DocumentComment),
  errors: GONE,
});
export const commentAdd = call('file/comment/add', {
  summary:
    'Comments on a file or on a place of a document, or replies in a thread. `userids` are mentioned and get a message; people who cannot open the file are left out.',
  access: 'user',
  input: Type.Object({
    id: Id(),
    text: Text({ minLength: 1, maxLength: COMMENT_CHARS }),
    thread_id: MaybeId(),
    quote: Type.Optional(Text({ maxLength: 500 })),
    place: Type.Optional(Text({ maxLength: 1000 })),
    userids: Type.Optional(Type.Array(Id(), { maxItems: 50 })),
  }),
  output: DocumentComment,
  errors: [...GONE, 'drive.file', 'document.comment', 'document.comments', 'rate.limited'],
});
export const commentResolve = call('file/comment/resolve', {
  summary: 'Resolves a thread, or opens it again. For its author and for people who may edit the file.',
  access: 'user',
  input: Type.Object({ comment_id: Id(), resolved: MaybeFlag() }),
  output: DocumentComment,
  errors: ['document.comment', 'forbidden'],
});
export const commentRemove = call('file/comment/remove', {
  summary:
    'Deletes a comment; the first one of a thread with its replies. For its author and for people with full rights on the file.',
  access: 'user',
  input: Type.Object({ comment_id: Id() }),
  output: Type.Object({ id: Id() }),
  errors: ['document.comment', 'forbidden'],
});

export const documentCalls = [commentLists, commentAdd, commentResolve, commentRemove] as const;

/**
 * The WebSocket of an open document, `/ws/document`. Changes and states are updates of Yjs in Base64.
 *
 * 1. The first frame is `join`; the answer is `joined` with the whole state, or `ended` and the close with 4001.
 *    Another `generation` than before means that the document was begun afresh: what a client has of it must not be
 *    merged.
 * 2. `update` sends a change, in parts with the same `turn`. `ack` says that it is stored; `refused` that it is not,
 *    and will not be. A client has one unanswered change at a time and repeats it after a lost connection.
 * 3. `update` of the server is a change of others. Each may arrive twice.
 * 4. `caret` tells the others where one is; a client repeats it every 15 seconds and when somebody comes (`came`).
 * 5. `rights` announces that one may write now, or no longer; `ended` that one may not read any longer.
 * 6. `ping` is answered by `pong`: a connection on which nothing arrives is lost.
 */
export const DOCUMENT_SOCKET = '/ws/document';

export interface CaretFrame {
  /** The client's number in the shared state. */
  client: number;
  /** Positions of the shared state in JSON; null without the focus. */
  anchor: string | null;
  head: string | null;
}
export type DocumentClientMessage =
  | { type: 'join'; token: string; file_id: number }
  | { type: 'update'; turn: number; part: string; isLast: boolean }
  | ({ type: 'caret' } & CaretFrame)
  | { type: 'ping' };
export type DocumentServerMessage =
  | { type: 'joined'; generation: string; format: DocumentFormat; state: string; may_write: boolean }
  | { type: 'update'; update: string }
  | { type: 'ack'; turn: number }
  | { type: 'refused'; turn: number; code: string; msg: string }
  | { type: 'rights'; may_write: boolean }
  | ({ type: 'caret'; key: string; userid: number } & CaretFrame)
  | { type: 'came' }
  | { type: 'left'; key: string }
  | { type: 'comments' }
  | { type: 'pong' }
  | { type: 'ended'; code: string; msg: string };
