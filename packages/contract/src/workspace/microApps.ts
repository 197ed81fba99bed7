import { type Static, Type } from 'typebox';
import { Count, call, DateTime, errors, event, Id, Line, ListOf, OneOf, ReadOrSave } from '../kit.ts';
import { AREAS, type Scope } from '../scopes.ts';

/** The places of an app's entry: among the apps, among the administrators' apps, in the main menu. */
export const APP_LOCATIONS = ['application', 'application/admin', 'main/menu'] as const;

export type AppLocation = (typeof APP_LOCATIONS)[number];

/** In the page or in a window of its own, each with or without a header; or at its address in a new tab. */
export const APP_TYPES = ['iframe', 'iframe_blank', 'inline', 'inline_blank', 'external'] as const;

export type AppType = (typeof APP_TYPES)[number];

/** The origin of an app. */
export const APP_SOURCES = ['custom', 'bundled', 'zip', 'url'] as const;

/** The permissions that an app can be given; none of administrators. */
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
  /** True if the app follows the dark theme; otherwise it always gets the light one. */
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

export const microAppErrors = errors({
  /** Also for apps that the caller cannot see. */
  'app.missing': { ret: 0 },
  /** Only the app itself may do it. */
  'app.only': { ret: 0 },
});

export const AppId = () => Line({ minLength: 1, maxLength: APP_LIMITS.idChars });

export const MenuKey = () => Type.Optional(Line({ maxLength: APP_LIMITS.idChars }));

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
    /** The parameters from the app's manifest. */
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

export const microAppCalls = [microAppMenu, appList, appOpen, appToken] as const;

/** Apps were installed, changed or removed, or the person arranged them elsewhere: clients reload their list. */
export const appsChanged = event('app', 'update', Type.Object({ appid: Type.String() }));

export const microAppEvents = [appsChanged] as const;
