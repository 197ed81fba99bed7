import { type Static, Type } from 'typebox';
import { call, errors, Id, Ids, Line, ListOf, MaybeInt, Nullable, OneOf, Range, ReadOrSave } from '../kit.ts';
import { CheckinMacInput, REMARK_CHARS } from './checkinMac.ts';

/** The ways to check in: a router that knows people's devices, a button, their location, a face recognition device. */
export const CHECKIN_MODES = ['auto', 'manual', 'locat', 'face'] as const;
export type CheckinMode = (typeof CHECKIN_MODES)[number];

export const CHECKIN_LIMITS = {
  macs: 3,
  remark: REMARK_CHARS,
  before: 3,
  people: 100,
  days: 35,
  radius: 100_000,
} as const;
/** Punches further apart than this belong to two stays. */
export const CHECKIN_GAP_MS = 3_600_000;

const Switch = () => OneOf('open', 'close');
const Coordinate = (most: number) => Type.Number({ minimum: -most, maximum: most, wire: 'number' });

/** The location to check in at, in WGS 84, and the radius in meters. */
const Point = {
  lng: Coordinate(180),
  lat: Coordinate(90),
  radius: Type.Integer({ minimum: 10, maximum: CHECKIN_LIMITS.radius, wire: 'int' }),
};
const minutes = () => MaybeInt({ minimum: 0, maximum: 1439 });

const Hours = {
  open: Type.Optional(Switch()),
  /** `HH:mm` of the start and the end of a workday. */
  time: Type.Optional(ListOf(Line(), 2)),
  /** Working days; 1 is Monday. */
  days: Type.Optional(Ids(7)),
  /** The time zone of `time` and of all days; '' = the server's. */
  timezone: Type.Optional(Line({ maxLength: 64 })),
  /** Minutes before the start and after the end in which check-in is open. */
  advance: minutes(),
  delay: minutes(),
  /** Minutes before the start and after it for reminders; 0 = none. */
  remindin: minutes(),
  remindexceed: minutes(),
  /** Lets people manage their own devices. */
  edit: Type.Optional(Switch()),
  /** Lets people upload a photo of their face. */
  face_upload: Type.Optional(Switch()),
  /** Lets the bot confirm each further recognition of a face. */
  face_retip: Type.Optional(Switch()),
  face_remark: Type.Optional(Line({ maxLength: CHECKIN_LIMITS.remark })),
  locat_remark: Type.Optional(Line({ maxLength: CHECKIN_LIMITS.remark })),
  manual_remark: Type.Optional(Line({ maxLength: CHECKIN_LIMITS.remark })),
};

export const CheckinSetting = Type.Object({
  open: Switch(),
  time: Type.Array(Type.String()),
  days: Type.Array(Type.Integer()),
  timezone: Type.String(),
  advance: Type.Integer(),
  delay: Type.Integer(),
  remindin: Type.Integer(),
  remindexceed: Type.Integer(),
  edit: Switch(),
  face_upload: Switch(),
  face_retip: Switch(),
  face_remark: Type.String(),
  locat_remark: Type.String(),
  manual_remark: Type.String(),
  modes: Type.Array(OneOf(...CHECKIN_MODES)),
  locat_point: Nullable(Type.Object({ lng: Type.Number(), lat: Type.Number(), radius: Type.Integer() })),
  /** The keys of routers and face devices; '' while disabled. */
  key: Type.String(),
  face_key: Type.String(),
  /** The command that sets up a router; '' while disabled. */
  cmd: Type.String(),
});
export type CheckinSetting = Static<typeof CheckinSetting>;

/** A person's device. */
export const CheckinMac = Type.Object({
  id: Type.Integer(),
  userid: Type.Integer(),
  mac: Type.String(),
  remark: Type.String(),
});
export type CheckinMac = Static<typeof CheckinMac>;

export const CheckinDevices = Type.Object({
  list: Type.Array(CheckinMac),
  /** Address of the picture; '' = none. */
  faceimg: Type.String(),
  edit: Switch(),
  face_upload: Switch(),
  modes: Type.Array(OneOf(...CHECKIN_MODES)),
  time: Type.Array(Type.String()),
  timezone: Type.String(),
  /** The check-in bot's id. */
  bot: Type.Integer(),
});
export type CheckinDevices = Static<typeof CheckinDevices>;

/** The stays of a day, `HH:mm` each; the end is '' for a single punch. */
export const CheckinDay = Type.Object({
  date: Type.String(),
  section: Type.Array(Type.Array(Type.String(), { minItems: 2, maxItems: 2 })),
});
export type CheckinDay = Static<typeof CheckinDay>;

export const checkinErrors = errors({
  'checkin.closed': { ret: 0 },
  'checkin.edit': { ret: 0 },
  'checkin.face': { ret: 0 },
  'checkin.mac': { ret: 0 },
  'checkin.macs': { ret: 0 },
  'checkin.taken': { ret: 0 },
  'checkin.hours': { ret: 0 },
  'checkin.window': { ret: 0 },
  'checkin.point': { ret: 0 },
  'checkin.modes': { ret: 0 },
  'checkin.days': { ret: 0 },
  'checkin.zone': { ret: 0 },
});

export const checkinSetting = call('system/setting/checkin', {
  summary:
    'Returns when and how people check in; `save` changes the given fields. Turning check-in off renews the keys.',
  access: 'admin',
  input: Type.Object({
    type: ReadOrSave(),
    ...Hours,
    modes: Type.Optional(ListOf(OneOf(...CHECKIN_MODES), CHECKIN_MODES.length)),
    locat_point: Type.Optional(Type.Object(Point, { wire: 'object' })),
  }),
  output: CheckinSetting,
  errors: ['checkin.hours', 'checkin.window', 'checkin.point', 'checkin.modes', 'checkin.days', 'checkin.zone'],
});

export const checkinGet = call('users/checkin/get', {
  summary: 'Returns the caller’s check-in devices and face picture, and what they may change.',
  access: 'user',
  output: CheckinDevices,
  errors: ['checkin.closed'],
});
export const checkinSave = call('users/checkin/save', {
  summary: 'Saves the caller’s check-in devices (`mac`) or face picture (`face`).',
  access: 'user',
  input: Type.Object({
    type: OneOf('mac', 'face'),
    list: Type.Optional(ListOf(CheckinMacInput, 20)),
    /** The path of a picture that the caller has uploaded; '' removes it. */
    faceimg: Type.Optional(Line({ maxLength: 500 })),
  }),
  output: CheckinDevices,
  errors: ['checkin.closed', 'checkin.edit', 'checkin.face', 'checkin.mac', 'checkin.macs', 'checkin.taken'],
});
export const checkinList = call('users/checkin/list', {
  summary: 'Lists the days on which the caller checked in, of a month and up to three before it.',
  access: 'user',
  input: Type.Object({
    /** `YYYY-MM`. */
    ym: Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])$', wire: 'line' }),
    before: MaybeInt({ minimum: 0, maximum: CHECKIN_LIMITS.before }),
  }),
  output: Type.Array(CheckinDay),
  errors: ['checkin.closed'],
});

export const checkinExport = call('system/checkin/export', {
  summary: 'Exports attendance as a workbook in the background; a bot sends it.',
  access: 'admin',
  input: Type.Object({
    userid: Ids(1000),
    /** First and last day, `YYYY-MM-DD`. */
    date: Range(),
    /** `HH:mm` of the start and the end to compare with; by default the workspace's. */
    time: Type.Optional(ListOf(Line(), 2)),
  }),
  output: Type.Object({
    id: Id(),
    /** Key for `system/checkin/down`, valid for an hour once the export is ready, for anyone who has it. */
    key: Type.String(),
  }),
  errors: ['export.people', 'export.time', 'export.days', 'checkin.hours', 'export.waiting'],
});

export const checkinCalls = [checkinSetting, checkinGet, checkinSave, checkinList, checkinExport] as const;
