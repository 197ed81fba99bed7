import { type Static, Type } from 'typebox';
import { Count, call, DateTime, Empty, errors, Id, Line, MaybeFlag, Nullable, OneOf, Upload } from '../kit.ts';
import { APP_LIMITS, APP_SOURCES, AppAudience, AppId, MenuKey } from './microApps.ts';

/** An app as an administrator sees it before and after installing. */
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
  /** The fields of a person that its addresses contain: `name`, `email`, `avatar`, `token`. */
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
  /** The address that its pages come from; '' = this server. */
  origins: Type.Array(Type.String()),
  files: Count(),
  size: Count(),
});
export type StagedApp = Static<typeof StagedApp>;

export const appCatalogErrors = errors({
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
});

/** Checked by the module, because it has several spellings. */
const Audience = () => Type.Optional(Type.Unsafe<unknown>({ wire: 'map' }));

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

export const appCatalogCalls = [appCatalog, appStage, appUpload, appInstall, appEdit, appRemove] as const;
