import { type Static, Type } from 'typebox';
import {
  Color,
  Count,
  call,
  DateTime,
  errors,
  event,
  Id,
  Ids,
  Keys,
  Line,
  MaybeFlag,
  MaybeId,
  Nullable,
  OneOf,
  Page,
  Paging,
  Range,
} from '../kit.ts';

/** A message as a list row shows it. */
export const Preview = Type.Object({
  id: Id(),
  dialog_id: Id(),
  type: Type.Literal('preview'),
  msg: Type.Object({ preview: Type.String(), type: Type.String(), method: Type.Optional(Type.String()) }),
  userid: Count(),
  percentage: Count(),
  emoji: Type.Array(Type.Object({ symbol: Type.String() })),
  created_at: DateTime(),
});

/** The user's read state of a dialog. `user_ms` is its version: clients ignore older ones. */
export const Counters = Type.Object({
  id: Id(),
  unread: Count(),
  /** The oldest unread message, 0 when none. */
  unread_one: Count(),
  mention: Count(),
  /** The newest 20 unread mentions, newest first. */
  mention_ids: Type.Array(Id()),
  user_at: Type.String(),
  user_ms: Count(),
  /** The `seq` of the newest message in this count: messages with a higher one are not included yet. */
  last_seq: Type.Optional(Count()),
  /** The number of messages withdrawn by then. */
  gone: Type.Optional(Count()),
});
export type Counters = Static<typeof Counters>;

/** A button above the message field that sends `key` to the bot. Keys that begin with `locat` send the device's location. */
export const QuickMsg = Type.Object({
  key: Type.String(),
  label: Type.String(),
  config: Type.Optional(
    Type.Object({
      type: Type.String(),
      key: Type.String(),
      lng: Type.Number(),
      lat: Type.Number(),
      radius: Type.Integer(),
    }),
  ),
});
export type QuickMsg = Static<typeof QuickMsg>;

/** A conversation as the caller sees it. */
export const Dialog = Type.Object({
  ...Counters.properties,
  type: Type.String(),
  group_type: Type.String(),
  name: Type.String(),
  avatar: Type.String(),
  owner_id: Count(),
  link_id: Count(),
  session_id: Count(),
  top_userid: Count(),
  top_msg_id: Count(),
  created_at: DateTime(),
  updated_at: DateTime(),
  deleted_at: Nullable(DateTime()),
  top_at: Nullable(DateTime()),
  last_at: Nullable(DateTime()),
  mark_unread: Count(),
  silence: Count(),
  hide: Count(),
  color: Type.String(),
  people: Count(),
  people_user: Count(),
  people_bot: Count(),
  todo_num: Count(),
  last_msg: Nullable(Preview),
  pinyin: Type.String(),
  quick_msgs: Type.Array(QuickMsg),
  dialog_user: Nullable(Type.Object({ dialog_id: Id(), userid: Count() })),
  group_info: Nullable(
    Type.Object({
      id: Id(),
      name: Type.String(),
      archived_at: Nullable(DateTime()),
      deleted_at: Nullable(DateTime()),
      complete_at: Type.Optional(Nullable(DateTime())),
      project_id: Type.Optional(Id()),
    }),
  ),
  bot: Count(),
  dialog_mute: Type.String(),
  dialog_delete: Count(),
  is_disable: Count(),
  email: Type.String(),
  userimg: Type.String(),
  has_tag: Type.Boolean(),
  has_todo: Type.Boolean(),
  has_image: Type.Boolean(),
  has_file: Type.Boolean(),
  has_link: Type.Boolean(),
});
export type Dialog = Static<typeof Dialog>;

export const DialogMember = Type.Object({
  id: Id(),
  dialog_id: Id(),
  userid: Count(),
  inviter: Count(),
  important: Count(),
  role: Count(),
  bot: Count(),
  created_at: DateTime(),
  email: Type.Optional(Type.String()),
  nickname: Type.Optional(Type.String()),
  profession: Type.Optional(Type.String()),
  userimg: Type.Optional(Type.String()),
  az: Type.Optional(Type.String()),
  pinyin: Type.Optional(Type.String()),
  line_at: Type.Optional(Nullable(DateTime())),
  disable_at: Type.Optional(Nullable(DateTime())),
  online: Type.Optional(Type.Boolean()),
});
export type DialogMember = Static<typeof DialogMember>;

export const dialogErrors = errors({
  'dialog.gone': { ret: -4003 },
  'dialog.owner': { ret: 0 },
  'dialog.pinned': { ret: 0 },
  'dialog.tel': { ret: 0 },
  'dialog.personal': { ret: 0 },
  'dialog.temp': { ret: 0 },
  'group.members': { ret: 0 },
  'group.name': { ret: 0 },
  'group.important': { ret: 0 },
  'group.owner_stays': { ret: 0 },
  'group.invite': { ret: 0 },
  'group.remove': { ret: 0 },
});
const GONE = ['dialog.gone'] as const;
const One = () => Type.Object({ dialog_id: Id() });

export const dialogLists = call('dialog/lists', {
  summary: 'Lists the caller’s dialogs: pinned ones first, then the latest.',
  access: 'user',
  input: Type.Object({
    timerange: Range(),
    keys: Keys({ name: Type.Optional(Line({ maxLength: 100 })) }),
    ...Paging(50, 100),
  }),
  output: Page(Dialog),
});
export const dialogOlderUnread = call('dialog/beyond', {
  summary: 'Lists older dialogs that have unread messages.',
  access: 'user',
  input: Type.Object({ unread_at: Type.Optional(Line()), todo_at: Type.Optional(Line()) }),
  output: Type.Array(Dialog),
});
export const dialogOne = call('dialog/one', {
  summary: 'Returns one dialog.',
  access: 'user',
  input: One(),
  output: Dialog,
  errors: GONE,
});
/** Maximum number of people that `dialog/user` returns without paging. */
export const MEMBERS_AT_ONCE = 1000;
export const dialogUser = call('dialog/user', {
  summary: `Lists the members of a dialog, ${MEMBERS_AT_ONCE} at a time; more by \`page\`.`,
  access: 'user',
  input: Type.Object({ dialog_id: Id(), getuser: MaybeFlag(), ...Paging(MEMBERS_AT_ONCE, MEMBERS_AT_ONCE) }),
  output: Type.Array(DialogMember),
  errors: GONE,
});
export const dialogTop = call('dialog/top', {
  summary: 'Pins or unpins a dialog for the caller.',
  access: 'user',
  input: One(),
  output: Type.Object({ id: Id(), top_at: Nullable(DateTime()) }),
  errors: GONE,
});
export const dialogHide = call('dialog/hide', {
  summary: 'Hides a dialog until its next message.',
  access: 'user',
  input: One(),
  output: Type.Object({ id: Id(), hide: Count() }),
  errors: [...GONE, 'dialog.pinned'],
});
export const dialogOpenUser = call('dialog/open/user', {
  summary:
    'Returns the direct dialog with a person, created on first use; the caller’s own id opens the dialog with oneself.',
  access: 'user',
  input: Type.Object({ userid: Id() }),
  output: Dialog,
  errors: ['user.gone', 'dialog.temp'],
});
export const dialogColor = call('dialog/msg/color', {
  summary: 'Sets the caller’s color for a dialog in the list.',
  access: 'user',
  input: Type.Object({ dialog_id: Id(), color: Type.Optional(Color()) }),
  output: Type.Object({ id: Id(), color: Type.String() }),
  errors: GONE,
});
export const dialogMark = call('dialog/msg/mark', {
  summary: 'Marks a dialog as read, or as unread for a reminder.',
  access: 'user',
  input: Type.Object({ dialog_id: Id(), type: OneOf('read', 'unread'), after_msg_id: MaybeId() }),
  output: Type.Object({ ...Counters.properties, mark_unread: Count() }),
  errors: GONE,
});
export const dialogSilence = call('dialog/msg/silence', {
  summary: 'Mutes or unmutes a dialog for the caller.',
  access: 'user',
  input: Type.Object({ dialog_id: Id(), type: OneOf('set', 'cancel') }),
  output: Type.Object({ id: Id(), silence: Count() }),
  errors: GONE,
});

export const dialogTel = call('dialog/tel', {
  summary: 'Returns the phone number of the other person in a direct dialog; the dialog shows who asked for it.',
  access: 'user',
  input: One(),
  output: Type.Object({ tel: Type.String() }),
  errors: [...GONE, 'dialog.tel', 'dialog.temp'],
});

export const groupAdd = call('dialog/group/add', {
  summary: 'Creates a group; the caller owns it.',
  access: 'user',
  input: Type.Object({ chat_name: Type.Optional(Line({ maxLength: 100 })), userids: Ids(100) }),
  output: Dialog,
  errors: ['group.members', 'group.name', 'dialog.temp'],
});
export const groupEdit = call('dialog/group/edit', {
  summary: 'Renames a personal group, or changes a group’s picture.',
  access: 'user',
  input: Type.Object({
    dialog_id: Id(),
    chat_name: Type.Optional(Line()),
    /**
     * The same as `userimg` of `users/editdata`: one of the caller's own pictures; '' for the default of the group's
     * kind.
     */
    avatar: Type.Optional(Type.Unsafe<unknown>({ wire: 'map' })),
    admin: MaybeFlag(),
  }),
  output: Type.Object({ id: Id(), name: Type.Optional(Type.String()), avatar: Type.Optional(Type.String()) }),
  errors: [...GONE, 'dialog.owner', 'group.name'],
});
export const groupAdduser = call('dialog/group/adduser', {
  summary: 'Adds people to a group.',
  access: 'user',
  input: Type.Object({ dialog_id: Id(), userids: Ids(100) }),
  output: Type.Object({ id: Id() }),
  errors: [...GONE, 'group.invite', 'group.members'],
});
export const groupDeluser = call('dialog/group/deluser', {
  summary: 'Removes people from a group; without any, the caller leaves.',
  access: 'user',
  input: Type.Object({ dialog_id: Id(), userids: Type.Optional(Ids(100)) }),
  output: Type.Object({ id: Id() }),
  errors: [...GONE, 'group.remove', 'group.owner_stays', 'group.important'],
});
export const groupTransfer = call('dialog/group/transfer', {
  summary: 'Makes someone else the owner of a personal group.',
  access: 'user',
  input: Type.Object({ dialog_id: Id(), userid: Id() }),
  output: Type.Object({ id: Id(), owner_id: Id() }),
  errors: [...GONE, 'dialog.owner', 'dialog.personal', 'user.gone', 'user.self'],
});
const Deputy = {
  access: 'user',
  input: Type.Object({ dialog_id: Id(), userid: Id() }),
  output: Type.Object({ id: Id(), deputy_ids: Type.Array(Id()) }),
  errors: [...GONE, 'dialog.owner', 'dialog.personal', 'user.gone', 'user.self'],
} as const;
/** Deputies rename a personal group, change its picture, and add and remove members; `role` 2 in their member rows. */
export const groupAdddeputy = call('dialog/group/adddeputy', {
  summary: 'Makes a member of a personal group a deputy of its owner.',
  ...Deputy,
});
export const groupDeldeputy = call('dialog/group/deldeputy', {
  summary: 'Removes a deputy’s role; the person stays a member.',
  ...Deputy,
});
export const groupDisband = call('dialog/group/disband', {
  summary: 'Deletes a personal group for everyone.',
  access: 'user',
  input: One(),
  output: Type.Object({ id: Id() }),
  errors: [...GONE, 'dialog.owner', 'dialog.personal'],
});

/** For administrators choosing a department's group (`users/department/add`). */
export const groupSearchuser = call('dialog/group/searchuser', {
  summary: 'Finds personal groups of the workspace by name, up to twenty, for administrators.',
  access: 'admin',
  input: Type.Object({ key: Type.Optional(Line({ maxLength: 100 })) }),
  output: Type.Object({
    list: Type.Array(Type.Object({ id: Id(), name: Type.String(), people: Count(), owner_id: Count() })),
  }),
});

export const dialogCommon = call('dialog/common/list', {
  summary:
    'Lists the personal groups that the caller shares with a person, or all of the caller’s; or only counts them.',
  access: 'user',
  input: Type.Object({ target_userid: MaybeId(), only_count: MaybeFlag(), ...Paging(20, 100) }),
  output: Type.Object({ ...Type.Partial(Page(Dialog)).properties, total: Count() }),
});

export const dialogCalls = [
  dialogLists,
  dialogOlderUnread,
  dialogOne,
  dialogUser,
  dialogTop,
  dialogHide,
  dialogOpenUser,
  dialogColor,
  dialogMark,
  dialogSilence,
  dialogTel,
  groupAdd,
  groupEdit,
  groupAdduser,
  groupDeluser,
  groupTransfer,
  groupAdddeputy,
  groupDeldeputy,
  groupDisband,
  groupSearchuser,
  dialogCommon,
] as const;

const Ref = Type.Object({ id: Id() });
export const dialogGroupAdd = event('dialog', 'groupAdd', Ref);
export const dialogGroupJoin = event('dialog', 'groupJoin', Ref);
export const dialogGroupRestore = event('dialog', 'groupRestore', Ref);
export const dialogGroupExit = event('dialog', 'groupExit', Ref);
export const dialogGroupDelete = event('dialog', 'groupDelete', Ref);
export const dialogGroupUpdate = event(
  'dialog',
  'groupUpdate',
  Type.Object({
    id: Id(),
    name: Type.Optional(Type.String()),
    avatar: Type.Optional(Type.String()),
    owner_id: Type.Optional(Count()),
    deputy_ids: Type.Optional(Type.Array(Id())),
    group_type: Type.Optional(Type.String()),
    people: Type.Optional(Count()),
    people_user: Type.Optional(Count()),
    people_bot: Type.Optional(Count()),
    group_info: Type.Optional(Dialog.properties.group_info),
  }),
);
/** The user's own view of a dialog changed on another device: counters, pin, mute, color, unread flag, hiding. */
export const dialogMine = event(
  'dialog',
  'mine',
  Type.Object({
    id: Id(),
    ...Type.Partial(
      Type.Pick(Dialog, [
        'unread',
        'unread_one',
        'mention',
        'mention_ids',
        'user_at',
        'user_ms',
        'mark_unread',
        'top_at',
        'silence',
        'hide',
        'color',
        'last_seq',
        'gone',
        'todo_num',
      ]),
    ).properties,
    /** The ranges read, as `seq`, both ends included. */
    read: Type.Optional(Type.Array(Type.Array(Count()))),
  }),
);
export const dialogEvents = [
  dialogGroupAdd,
  dialogGroupJoin,
  dialogGroupRestore,
  dialogGroupExit,
  dialogGroupDelete,
  dialogGroupUpdate,
  dialogMine,
] as const;
