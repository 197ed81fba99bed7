import { type Static, Type } from 'typebox';
import { Count, call, Id, Line, MaybeInt, OneOf } from '../kit.ts';

export const SHARE_DIALOGS = 50;

const ShareTarget = Type.Object({
  /** `item`: a place to send to. `children`: a folder; its own folders are listed with its id as `pid`. */
  type: Type.Union([Type.Literal('item'), Type.Literal('children')]),
  name: Type.String(),
  /** The address of a picture. */
  icon: Type.String(),
  /** The address of the call that takes what is shared. */
  url: Type.String(),
  /** The place in the list, from 0. */
  sort: Count(),
  /** Parameters of that call, besides what is shared. */
  extend: Type.Object({
    dialog_ids: Type.Optional(Type.Array(Id())),
    user_ids: Type.Optional(Type.Array(Id())),
    text_type: Type.Optional(Type.String()),
    reply_id: Type.Optional(Count()),
    silence: Type.Optional(Type.String()),
    /** The folder that takes the file; 0 is the top. */
    upload_file_id: Type.Optional(Count()),
    pid: Type.Optional(Count()),
  }),
});
export type ShareTarget = Static<typeof ShareTarget>;

export const shareTargets = call('users/share/list', {
  summary:
    'Lists where a shell can put what another application shares: the file area and the newest dialogs, people too with `key`; with `pid` the folders in a folder.',
  access: 'user',
  input: Type.Object({
    /** The kind of the shared item; a text cannot go to the file area. */
    type: Type.Optional(OneOf('file', 'text')),
    key: Type.Optional(Line({ maxLength: 100 })),
    /** A folder; 0 is the top of the file area. */
    pid: MaybeInt({ minimum: 0 }),
  }),
  output: Type.Array(ShareTarget),
  errors: ['file.gone', 'drive.folder'],
});

export const shareTargetCalls = [shareTargets] as const;
