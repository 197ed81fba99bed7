import { type Static, Type } from 'typebox';
import { Message } from '../chat/messages.ts';
import { Count, call, errors, Id, Ids, Keys, Line, MaybeFlag, MaybeId, OneOf, Text, Upload } from '../kit.ts';
import { DriveFile } from './drive.ts';
import { FILE_MAX_BYTES } from './limits.ts';

/** Content of a message of type `file`. Width and height are those of an image, -1 otherwise. */
export interface FileMsg {
  /** img: a displayed picture; file: everything else, videos too. */
  type: 'img' | 'file';
  name: string;
  /** Bytes. */
  size: number;
  ext: string;
  /** `file/<token>/<name>` */
  path: string;
  /** The same after `{{RemoteURL}}`; clients add `key`. */
  url: string;
  /** Path of the thumbnail; '' without one. */
  thumb: string;
  width: number;
  height: number;
}

/** Content of a message of type `record`: a voice message. */
export interface RecordMsg {
  path: string;
  url: string;
  size: number;
  /** Milliseconds. */
  duration: number;
  ext: string;
  /** The transcript, if there is one. */
  text: string;
}
/** Milliseconds; shorter recordings are accidental. */
export const RECORD_MIN_MS = 600;
export const RECORD_MAX_MS = 180_000;

/** The size of an `upload/chunk`; the last one has the rest. */
export const CHUNK_BYTES = 5 * 1024 * 1024;

export const fileErrors = errors({
  'file.gone': { ret: 0 },
  'file.empty': { ret: 0 },
  'file.not_picture': { ret: 0 },
  'file.broken': { ret: 0 },
  'file.pixels': { ret: 0 },
  'record.short': { ret: 0 },
  'record.broken': { ret: 0 },
  'upload.gone': { ret: 0 },
  'upload.chunk': { ret: 0 },
  'upload.order': { ret: 0 },
  'upload.unfinished': { ret: 0 },
  'upload.damaged': { ret: 0 },
  'upload.many': { ret: 0 },
});

const SEND_ERRORS = ['dialog.gone', 'message.muted', 'message.reply', 'message.gone', 'rate.limited'] as const;
const PROFILE_ERRORS = ['profile.nickname', 'profile.phone'] as const;
const PICTURE_ERRORS = ['upload.large', 'file.empty', 'file.not_picture', 'file.broken', 'file.pixels'] as const;

/** True to add a picture sent in a task's dialog to the task's files too. Other files are always added. */
const Attached = () => MaybeFlag();

const ONE_FILE = {
  files: Type.Optional(Upload({ maxBytes: FILE_MAX_BYTES, isBySetting: true })),
  /** A picture as a data URL or bare base64, instead of `files`. */
  image64: Type.Optional(Text()),
  filename: Type.Optional(Line({ maxLength: 255 })),
};

export const msgSendfile = call('dialog/msg/sendfile', {
  summary: 'Sends a file or an image, as multipart `files` or as `image64`.',
  access: 'user',
  input: Type.Object({
    dialog_id: Id(),
    reply_id: MaybeId(),
    silence: MaybeFlag(),
    image_attachment: Attached(),
    ...ONE_FILE,
  }),
  output: Message,
  errors: [...SEND_ERRORS, ...PROFILE_ERRORS, ...PICTURE_ERRORS],
});
export const msgSendfiles = call('dialog/msg/sendfiles', {
  summary: 'Sends one file to several dialogs and people; it is stored once.',
  access: 'user',
  input: Type.Object({
    dialog_ids: Type.Optional(Ids(50)),
    user_ids: Type.Optional(Ids(50)),
    silence: MaybeFlag(),
    ...ONE_FILE,
  }),
  output: Type.Object({ msgs: Type.Array(Message) }),
  errors: [
    ...SEND_ERRORS,
    ...PROFILE_ERRORS,
    ...PICTURE_ERRORS,
    'forward.none',
    'forward.max',
    'user.gone',
    'dialog.temp',
  ],
});

/** A little more than three minutes, because the recording client stops by its own clock. */
const RECORD_LIMIT_MS = RECORD_MAX_MS + 10_000;
export const msgSendrecord = call('dialog/msg/sendrecord', {
  summary: 'Sends a voice message: mp3 or wav as a data address or bare base64, 600 ms to three minutes.',
  access: 'user',
  input: Type.Object({
    dialog_id: Id(),
    reply_id: MaybeId(),
    silence: MaybeFlag(),
    base64: Text(),
    duration: Type.Integer({ minimum: 0, maximum: RECORD_LIMIT_MS, wire: 'int' }),
  }),
  output: Message,
  errors: [...SEND_ERRORS, ...PROFILE_ERRORS, 'record.short', 'record.broken', 'upload.large', 'file.empty'],
});

/** Files of the file area, as `file/content/upload` returns them. */
const UploadedFiles = Type.Array(
  Type.Object({ ...DriveFile.properties, full_name: Type.String(), overwrite: Type.Integer() }),
);

const UploadState = Type.Object({
  upload_id: Type.String(),
  chunk_size: Count(),
  chunk_count: Count(),
  /** Indexes of the received chunks. */
  received: Type.Array(Count()),
  /** True if it is complete, or did not have to be sent: `files` has the result in the file area. */
  done: Type.Optional(Type.Boolean()),
  files: Type.Optional(UploadedFiles),
});
export type UploadState = Static<typeof UploadState>;

const FOLDER_ERRORS = ['forbidden', 'drive.full', 'drive.folder'] as const;

/**
 * A chunked upload, so that a broken connection can resume: `init` names target and size and is refused before any byte
 * is sent; with `upload_id` it returns what has arrived. Then `chunk` after `chunk`, in order, and `merge`, which sends
 * it to a conversation or puts it into a folder. With `hash` a file of the file area that the caller has stored or may
 * read there is not sent again, and the uploaded file is compared with it. Unfinished uploads are deleted after a day.
 */
export const uploadInit = call('upload/init', {
  summary: 'Starts an upload in parts, or returns how far one is.',
  access: 'user',
  input: Type.Object({
    upload_id: Type.Optional(Line({ maxLength: 40 })),
    scene: Type.Optional(OneOf('dialog_file', 'file_cabinet')),
    name: Type.Optional(Line({ maxLength: 255 })),
    size: Type.Optional(Type.Integer({ minimum: 0, maximum: FILE_MAX_BYTES * 1000, wire: 'int' })),
    /** SHA-256 of the whole file, in 64 hexadecimal digits; others are ignored. */
    hash: Type.Optional(Line({ maxLength: 128 })),
    dialog_id: MaybeId(),
    /** For `file_cabinet`: the folder, the path in it as a browser names it, and whether a file of the same name is replaced. */
    scene_params: Keys({
      pid: MaybeId(),
      webkit_relative_path: Type.Optional(Line({ maxLength: 2000 })),
      overwrite: MaybeFlag(),
    }),
  }),
  output: UploadState,
  errors: [
    'upload.gone',
    'upload.large',
    'upload.many',
    'file.empty',
    'file.gone',
    'dialog.gone',
    'message.muted',
    ...FOLDER_ERRORS,
    ...PROFILE_ERRORS,
  ],
});
export const uploadChunk = call('upload/chunk', {
  summary: 'Uploads one part of a file, as multipart `blob`. Repeating it is safe.',
  access: 'user',
  input: Type.Object({
    upload_id: Line({ minLength: 1, maxLength: 40 }),
    index: Type.Integer({ minimum: 0, maximum: 1_000_000, wire: 'int' }),
    blob: Upload({ maxBytes: CHUNK_BYTES }),
  }),
  output: UploadState,
  errors: ['upload.gone', 'upload.chunk', 'upload.order', 'upload.large'],
});
export const uploadMerge = call('upload/merge', {
  summary: 'Completes an upload: the file is sent, or is in its folder. Returns the message or the files.',
  access: 'user',
  input: Type.Object({
    upload_id: Line({ minLength: 1, maxLength: 40 }),
    reply_id: MaybeId(),
    silence: MaybeFlag(),
    image_attachment: Attached(),
  }),
  // Callers know which of the two they asked for; those that send files to conversations came first.
  output: Type.Unsafe<Message>(Type.Union([Message, UploadedFiles])),
  errors: [
    'upload.gone',
    'upload.unfinished',
    'upload.damaged',
    'file.gone',
    ...SEND_ERRORS,
    ...FOLDER_ERRORS,
    ...PROFILE_ERRORS,
    ...PICTURE_ERRORS,
  ],
});
export const uploadCancel = call('upload/cancel', {
  summary: 'Cancels an upload in parts.',
  access: 'user',
  input: Type.Object({ upload_id: Line({ minLength: 1, maxLength: 40 }) }),
  output: Type.Object({ upload_id: Type.String() }),
});

/** Opens the files of every conversation that its owner may currently read, on this device only. */
export const fileKey = call('file/key', {
  summary: 'Returns a short-lived key for the addresses of files.',
  access: 'user',
  output: Type.Object({
    key: Type.String(),
    /** Unix seconds. */
    expired_at: Count(),
  }),
});

export const fileCalls = [
  msgSendfile,
  msgSendfiles,
  msgSendrecord,
  uploadInit,
  uploadChunk,
  uploadMerge,
  uploadCancel,
  fileKey,
] as const;
