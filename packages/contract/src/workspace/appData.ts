import { type Static, Type } from 'typebox';
import { Count, call, DateTime, errors, event, Flag, Line, MaybeId, MaybeInt, Nullable, OneOf, Text } from '../kit.ts';
import { APP_LIMITS } from './microApps.ts';

export const appDataErrors = errors({
  'app.data_changed': { ret: 0 },
  'app.data_full': { ret: 0 },
  'app.data_large': { ret: 0 },
});

/** The people who read and change an entry: everyone who uses the app; its person; or all read and its person changes. */
export const DATA_SPACES = ['workspace', 'person', 'published'] as const;

export type DataSpace = (typeof DATA_SPACES)[number];

const Space = () => Type.Optional(OneOf(...DATA_SPACES));

const Key = () => Line({ minLength: 1, maxLength: 200 });

export const AppEntry = Type.Object({
  key: Type.String(),
  value: Type.Unknown(),
  /** Raised by each change. */
  version: Count(),
  /** The last person who wrote it. */
  userid: Count(),
  updated_at: DateTime(),
});
export type AppEntry = Static<typeof AppEntry>;

export const appDataGet = call('apps/data/get', {
  summary: 'Returns an entry of the app whose token makes the call; null if there is none.',
  access: 'user',
  input: Type.Object({ space: Space(), key: Key(), userid: MaybeId() }),
  output: Type.Object({ entry: Nullable(AppEntry) }),
  errors: ['app.only'],
});

export const appDataList = call('apps/data/list', {
  summary: 'Lists entries of the app whose token makes the call, by the beginning of their keys.',
  access: 'user',
  input: Type.Object({
    space: Space(),
    prefix: Type.Optional(Line({ maxLength: 200 })),
    /** `next` of the answer before. */
    after: Type.Optional(Line({ maxLength: 300 })),
  }),
  output: Type.Object({ list: Type.Array(AppEntry), next: Type.String() }),
  errors: ['app.only'],
});

export const appDataSet = call('apps/data/set', {
  summary:
    'Stores an entry of the app whose token makes the call. With `version` only if it still has that version; 0 = only if there is none.',
  access: 'user',
  input: Type.Object({
    space: Space(),
    key: Key(),
    /** The value as JSON text. */
    value: Text({ minLength: 1, maxLength: APP_LIMITS.valueBytes }),
    version: MaybeInt({ minimum: 0 }),
  }),
  output: Type.Object({ version: Count() }),
  errors: ['app.only', 'app.data_changed', 'app.data_full', 'app.data_large', 'parameter'],
});

export const appDataDelete = call('apps/data/delete', {
  summary: 'Deletes an entry of the app whose token makes the call.',
  access: 'user',
  input: Type.Object({ space: Space(), key: Key() }),
  output: Type.Object({ deleted: Flag() }),
  errors: ['app.only'],
});

export const appDataCalls = [appDataGet, appDataList, appDataSet, appDataDelete] as const;

/** Entries of an app changed; sent to the people who have it open. */
export const appDataChanged = event('app', 'data', Type.Object({ appid: Type.String(), space: OneOf(...DATA_SPACES) }));

export const appDataEvents = [appDataChanged] as const;
