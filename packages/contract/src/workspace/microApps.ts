import { type Static, Type } from 'typebox';
import {
  Count,
  call,
  DateTime,
  Empty,
  errors,
  event,
  Flag,
  Id,
  Ids,
  Line,
  ListOf,
  MaybeFlag,
  MaybeId,
  MaybeInt,
  Nullable,
  OneOf,
  ReadOrSave,
  Text,
  Upload,
} from '../kit.ts';
import { AREAS, type Scope } from '../scopes.ts';

/** Where an entry of an app appears: among the apps, among the administrators' apps, in the main menu. */
export const APP_LOCATIONS = ['application', 'application/admin', 'main/menu'] as const;
export type AppLocation = (typeof APP_LOCATIONS)[number];

/** In the page or in a window of its own, each with or without a header; or at its address in a new tab. */
export const APP_TYPES = ['iframe', 'iframe_blank', 'inline', 'inline_blank', 'external'] as const;
export type AppType = (typeof APP_TYPES)[number];

/** Where an app comes from. */
const APP_SOURCES = ['custom', 'bundled', 'zip', 'url'] as const;

/** What apps may be allowed to do; nothing of administrators. */
export const APP_SCOPES: readonly Scope[] = AREAS.filter((area) => area !== 'admin').flatMap(
  (area) => [`${area}:read`, `${area}:write`] as const,
);

export const APP_LIMITS = {
  idChars: 40,
  nameChars: 60,
  labelChars: 60,
  textChars: 500,
  urlChars: 2000,
  items: 20,
  customApps: 50,
  /** Bytes of a manifest. */
  manifestBytes: 256 * 1024,
  /** Bytes of a zip. */
  zipBytes: 20 * 1024 * 1024,
  /** Files of a bundle, their bytes together, and how much smaller a zip may be than what is in it. */
  files: 1000,
  unpackedBytes: 50 * 1024 * 1024,
  ratio: 200,
  /** Minutes for which the token of an app works. */
  tokenMinutes: 60,
  badge: 99_999,
  badgePeople: 1000,
  sorts: 300,
  /** Bytes of the value of an entry, and of all entries of an app. */
  valueBytes: 64 * 1024,
  dataBytes: 50 * 1024 * 1024,
  /** Entries of an app, and of one person in it. */
  entries: 50_000,
  entriesPerPerson: 5000,
  /** Bytes of `props` as JSON. */
  propsBytes: 8192,
  page: 500,
} as const;

/** `all`, `admin`, or ids of people. */
export const AppAudience = Type.Union([Type.Literal('all'), Type.Literal('admin'), Type.Array(Id())]);
export type AppAudience = Static<typeof AppAudience>;

/** An entry of an app in a menu. */
export const MicroAppItem = Type.Object({
  /** Tells the app's entries apart; '' for a single one. */
  key: Type.String(),
  location: OneOf(...APP_LOCATIONS),
  label: Type.String(),
  /** An address of a picture; '' = none. */
  icon: Type.String(),
  /** With its placeholders; relative to the app's files if it has any. `apps/open` fills it. */
  url: Type.String(),
  type: OneOf(...APP_TYPES),
  keep_alive: Type.Boolean(),
  /** Kept for other clients: an app in a frame shares no styles. */
  disable_scope_css: Type.Boolean(),
  /** Whether the app follows the dark theme; otherwise it is always told the light one. */
  auto_dark_theme: Type.Boolean(),
  transparent: Type.Boolean(),
  /** Without a header, whatever its type. */
  immersive: Type.Boolean(),
  /** A color; '' = the page's. */
  background: Type.String(),
  /** The buttons over an app without a header; `visible: false` hides them on wide screens. */
  capsule: Type.Record(Type.String(), Type.Unknown()),
  badge_clear_on_open: Type.Boolean(),
  /** The reader's badge: a number, or a dot. */
  count: Count(),
  dot: Type.Boolean(),
  /** For administrators in `type=all` only. */
  visible_to: Type.Optional(AppAudience),
});
export type MicroAppItem = Static<typeof MicroAppItem>;

/** An app as a person sees it. */
export const MicroApp = Type.Object({
  id: Type.String(),
  name: Type.String(),
  version: Type.String(),
  source: OneOf(...APP_SOURCES),
  description: Type.String(),
  icon: Type.String(),
  /** Address of the app’s first entry. */
  url: Type.String(),
  url_type: OneOf(...APP_TYPES),
  menu_items: Type.Array(MicroAppItem),
  /** For administrators in `type=all` only. */
  visible_to: Type.Optional(AppAudience),
  permissions: Type.Optional(Type.Array(Type.String())),
});
export type MicroApp = Static<typeof MicroApp>;

/** What an administrator is shown before and after installing. */
export const CatalogApp = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  author: Type.String(),
  website: Type.String(),
  icon: Type.String(),
  source: OneOf(...APP_SOURCES),
  manifest_url: Type.String(),
  /** The installed version; '' = it is not installed. */
  version: Type.String(),
  /** The version that Atrium brings; '' if it is not one of those. */
  offered: Type.String(),
  status: OneOf('installed', 'not_installed'),
  enabled: Type.Boolean(),
  visible_to: AppAudience,
  permissions: Type.Array(Type.String()),
  /** Addresses of other servers that it may reach. */
  connect: Type.Array(Type.String()),
  /** What of a person its addresses contain: `name`, `email`, `avatar`, `token`. */
  personal: Type.Array(Type.String()),
  /** Bytes of the entries it has stored. */
  data_bytes: Count(),
  installed_by: Nullable(Id()),
  updated_at: Nullable(DateTime()),
});
export type CatalogApp = Static<typeof CatalogApp>;

/** An app that is ready to be installed, once an administrator has seen what it wants. */
export const StagedApp = Type.Object({
  /** For `apps/install`, within an hour. */
  stage: Type.String(),
  id: Type.String(),
  name: Type.String(),
  version: Type.String(),
  /** The version that it replaces; '' = none. */
  replaces: Type.String(),
  description: Type.String(),
  author: Type.String(),
  website: Type.String(),
  source: OneOf(...APP_SOURCES),
  permissions: Type.Array(Type.String()),
  /** Permissions that the installed version does not have. */
  added: Type.Array(Type.String()),
  connect: Type.Array(Type.String()),
  personal: Type.Array(Type.String()),
  /** Where its pages come from: this server if empty. */
  origins: Type.Array(Type.String()),
  files: Count(),
  size: Count(),
});
export type StagedApp = Static<typeof StagedApp>;

export const microAppErrors = errors({
  /** Also for apps that the caller cannot see. */
  'app.missing': { ret: 0 },
  /** The field of a manifest that is wrong. */
  'app.manifest': { ret: 0 },
  'app.manifest_json': { ret: 0 },
  /** A file that the manifest names. */
  'app.file_missing': { ret: 0 },
  'app.address': { ret: 0 },
  'app.unreachable': { ret: 0 },
  'app.large': { ret: 0 },
  'app.zip': { ret: 0 },
  'app.zip_path': { ret: 0 },
  'app.zip_manifest': { ret: 0 },
  'app.taken': { ret: 0 },
  'app.stage': { ret: 0 },
  'app.many': { ret: 0 },
  'app.secret': { ret: 0 },
  'app.only': { ret: 0 },
  'app.data_changed': { ret: 0 },
  'app.data_full': { ret: 0 },
  'app.data_large': { ret: 0 },
});

const AppId = () => Line({ minLength: 1, maxLength: APP_LIMITS.idChars });
const MenuKey = () => Type.Optional(Line({ maxLength: APP_LIMITS.idChars }));
/** Checked by the module, because it has several spellings. */
const Audience = () => Type.Optional(Type.Unsafe<unknown>({ wire: 'map' }));

export const microAppMenu = call('system/microapp_menu', {
  summary:
    'Lists the workspace’s own apps that the caller can see; `all` and `save` are for administrators. `save` replaces all of them, and needs a proof of who is asking.',
  access: 'user',
  input: Type.Object({
    type: ReadOrSave(),
    /** `[{id, name, version, visible_to, permissions, menu_items or menu}]`. */
    list: Type.Optional(ListOf(Type.Unsafe<unknown>({}), APP_LIMITS.customApps)),
  }),
  output: Type.Array(MicroApp),
  errors: ['forbidden', 'proof.needed', 'app.manifest', 'app.taken', 'app.many', 'app.address'],
});

export const appList = call('apps/list', {
  summary: 'Lists the apps that the caller can see, with their entries and badges.',
  access: 'user',
  output: Type.Object({ list: Type.Array(MicroApp) }),
});
export const appOpen = call('apps/open', {
  summary: 'Returns the address of an app’s entry with its placeholders filled.',
  access: 'user',
  input: Type.Object({ appid: AppId(), key: MenuKey(), theme: Type.Optional(OneOf('light', 'dark')) }),
  output: Type.Object({
    id: Type.String(),
    name: Type.String(),
    version: Type.String(),
    key: Type.String(),
    label: Type.String(),
    icon: Type.String(),
    url: Type.String(),
    url_type: OneOf(...APP_TYPES),
    background: Type.String(),
    capsule: Type.Record(Type.String(), Type.Unknown()),
    transparent: Type.Boolean(),
    disable_scope_css: Type.Boolean(),
    auto_dark_theme: Type.Boolean(),
    keep_alive: Type.Boolean(),
    immersive: Type.Boolean(),
    /** What the app's manifest passes to it. */
    props: Type.Record(Type.String(), Type.Unknown()),
    menu_items: Type.Array(MicroAppItem),
    /** The page of this server in which the app is shown, which can contain nothing else. */
    frame: Type.String(),
    /** The origin of its messages; `null` for an app that this server serves, which has none. */
    origin: Type.String(),
    permissions: Type.Array(Type.String()),
  }),
  errors: ['app.missing'],
});
export const appToken = call('apps/token', {
  summary: 'Makes a token with which an app acts for the caller for an hour, within the app’s permissions.',
  access: 'user',
  input: Type.Object({ appid: AppId() }),
  output: Type.Object({
    token: Type.String(),
    permissions: Type.Array(Type.String()),
    expired_at: DateTime(),
    /** Seconds until then. */
    seconds: Count(),
  }),
  errors: ['app.missing'],
});

export const appCatalog = call('apps/catalog', {
  summary: 'Lists the apps that Atrium brings and those that are installed.',
  access: 'admin',
  output: Type.Object({ list: Type.Array(CatalogApp) }),
});
export const appStage = call('apps/stage', {
  summary: 'Fetches and checks an app that Atrium brings, or one by the address of its manifest. Nothing is installed.',
  access: 'admin',
  input: Type.Object({
    bundled: MenuKey(),
    url: Type.Optional(Line({ maxLength: APP_LIMITS.urlChars })),
  }),
  output: StagedApp,
  errors: [
    'app.missing',
    'app.manifest',
    'app.manifest_json',
    'app.file_missing',
    'app.address',
    'app.unreachable',
    'app.large',
    'app.zip',
    'app.zip_path',
    'app.zip_manifest',
    'app.taken',
    'rate.limited',
    'parameter.missing',
  ],
});
export const appUpload = call('apps/upload', {
  summary: 'Checks an app in a zip. Nothing is installed.',
  access: 'admin',
  input: Type.Object({ file: Upload({ maxBytes: APP_LIMITS.zipBytes }) }),
  output: StagedApp,
  errors: [
    'app.manifest',
    'app.manifest_json',
    'app.file_missing',
    'app.address',
    'app.large',
    'app.zip',
    'app.zip_path',
    'app.zip_manifest',
    'app.taken',
    'rate.limited',
    'upload.large',
  ],
});
export const appInstall = call('apps/install', {
  summary: 'Installs or updates what was checked. Needs a proof of who is asking.',
  access: 'admin',
  input: Type.Object({ stage: Line({ minLength: 1, maxLength: 64 }), visible_to: Audience() }),
  output: CatalogApp,
  errors: ['app.stage', 'app.taken', 'app.manifest', 'proof.needed'],
});
export const appEdit = call('apps/edit', {
  summary: 'Disables or enables an app, or changes who sees it. Needs a proof of who is asking.',
  access: 'admin',
  input: Type.Object({ appid: AppId(), enabled: MaybeFlag(), visible_to: Audience() }),
  output: CatalogApp,
  errors: ['app.missing', 'app.manifest', 'proof.needed'],
});
export const appRemove = call('apps/remove', {
  summary: 'Removes an app with everything it has stored. Needs a proof of who is asking.',
  access: 'admin',
  input: Type.Object({ appid: AppId() }),
  output: Empty(),
  errors: ['app.missing', 'proof.needed'],
});
export const appSecret = call('apps/secret', {
  summary: 'Makes a secret with which the app’s server sets badges; the one before ends. Needs a proof.',
  access: 'admin',
  input: Type.Object({ appid: AppId() }),
  output: Type.Object({ secret: Type.String() }),
  errors: ['app.missing', 'proof.needed'],
});

/** The badge of one entry. */
const Badge = {
  appid: Type.String(),
  menu_key: Type.String(),
  count: Count(),
  dot: Type.Boolean(),
};
export const appBadgeSet = call('apps/badge/set', {
  summary:
    'Sets the badge of an entry: with the app’s secret for others who see it, without one for the caller. Count 0 without a dot clears it.',
  access: 'public',
  input: Type.Object({
    appid: AppId(),
    secret: Type.Optional(Line({ maxLength: 200 })),
    userid: MaybeId(),
    userids: Type.Optional(Ids(APP_LIMITS.badgePeople)),
    menu_key: MenuKey(),
    count: MaybeInt({ minimum: 0, maximum: APP_LIMITS.badge }),
    dot: MaybeFlag(),
  }),
  output: Type.Object({ ...Badge, affected: Count() }),
  errors: ['app.missing', 'app.secret', 'app.only', 'auth.required', 'rate.limited', 'parameter.missing'],
});
export const appBadgeClear = call('apps/badge/clear', {
  summary: 'Clears the caller’s badge of an entry.',
  access: 'user',
  input: Type.Object({ appid: AppId(), menu_key: MenuKey() }),
  output: Type.Object(Badge),
  errors: ['app.missing'],
});
export const appBadgeList = call('apps/badge/list', {
  summary: 'Returns the caller’s badges: app, then entry, then count and dot.',
  access: 'user',
  output: Type.Record(Type.String(), Type.Record(Type.String(), Type.Object({ count: Count(), dot: Type.Boolean() }))),
});

const ProjectFolder = Type.Object({
  name: Line({ minLength: 1, maxLength: 60 }),
  projects: ListOf(Id(), APP_LIMITS.sorts),
});
const Sorts = Type.Object({
  base: Type.Array(Type.String()),
  admin: Type.Array(Type.String()),
  /** Entries of the sidebar in order; those that are in neither list follow, if they are shown by default. */
  side: Type.Array(Type.String()),
  hidden: Type.Array(Type.String()),
  /** The tabs of a phone’s bottom bar; empty = the usual ones. */
  bar: Type.Array(Type.String()),
  /** The sidebar’s projects in order, and the folders that hold some of them. */
  projects: Type.Array(Id()),
  folders: Type.Array(Type.Object({ name: Type.String(), projects: Type.Array(Id()) })),
  /** The sidebar’s favorites in order, such as `task:12`; new ones come first. */
  favorites: Type.Array(Type.String()),
});
export type Sorts = Static<typeof Sorts>;
export const NO_SORTS: Sorts = {
  base: [],
  admin: [],
  side: [],
  hidden: [],
  bar: [],
  projects: [],
  folders: [],
  favorites: [],
};
export const appSort = call('users/appsort', {
  summary:
    'Returns the order in which the caller has the apps, such as `system:calendar` and `micro:absences`, and how they arranged the sidebar.',
  access: 'user',
  output: Type.Object({ sorts: Sorts }),
});
export const appSortSave = call('users/appsort/save', {
  summary:
    'Stores the caller’s order of the apps; without `sorts` the usual order is back. What is not given of the sidebar stays as it is.',
  access: 'user',
  input: Type.Object({
    sorts: Type.Optional(
      Type.Object(
        {
          base: Type.Optional(ListOf(Line({ maxLength: 100 }), APP_LIMITS.sorts)),
          admin: Type.Optional(ListOf(Line({ maxLength: 100 }), APP_LIMITS.sorts)),
          side: Type.Optional(ListOf(Line({ maxLength: 100 }), APP_LIMITS.sorts)),
          hidden: Type.Optional(ListOf(Line({ maxLength: 100 }), APP_LIMITS.sorts)),
          bar: Type.Optional(ListOf(Line({ maxLength: 100 }), 5)),
          projects: Type.Optional(ListOf(Id(), 2000)),
          folders: Type.Optional(ListOf(ProjectFolder, 50)),
          favorites: Type.Optional(ListOf(Line({ maxLength: 100 }), APP_LIMITS.sorts)),
        },
        { wire: 'object' },
      ),
    ),
  }),
  output: Type.Object({ sorts: Sorts }),
});

/** Who reads and changes an entry: everyone who uses the app; its person; everyone reads and its person changes. */
export const DATA_SPACES = ['workspace', 'person', 'published'] as const;
export type DataSpace = (typeof DATA_SPACES)[number];
const Space = () => Type.Optional(OneOf(...DATA_SPACES));
const Key = () => Line({ minLength: 1, maxLength: 200 });

export const AppEntry = Type.Object({
  key: Type.String(),
  value: Type.Unknown(),
  /** Raised by each change. */
  version: Count(),
  /** Who wrote it last. */
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

export const microAppCalls = [
  microAppMenu,
  appList,
  appOpen,
  appToken,
  appCatalog,
  appStage,
  appUpload,
  appInstall,
  appEdit,
  appRemove,
  appSecret,
  appBadgeSet,
  appBadgeClear,
  appBadgeList,
  appSort,
  appSortSave,
  appDataGet,
  appDataList,
  appDataSet,
  appDataDelete,
] as const;

/** A badge of the person changed. */
export const appBadgeChanged = event('appBadge', 'update', Type.Object(Badge));
/** Apps were installed, changed or removed, or the person arranged them elsewhere: clients reload their list. */
export const appsChanged = event('app', 'update', Type.Object({ appid: Type.String() }));
/** Entries of an app changed; sent to the people who have it open. */
export const appDataChanged = event('app', 'data', Type.Object({ appid: Type.String(), space: OneOf(...DATA_SPACES) }));
export const microAppEvents = [appBadgeChanged, appsChanged, appDataChanged] as const;
