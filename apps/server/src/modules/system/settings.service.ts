import type { Settings, SettingsAnswer } from '@atrium/contract/workspace/settings.ts';
import type { App } from '#platform/app';
import { settingChanges } from '#platform/audit';
import { ExtensionPoint } from '#platform/extensionPoint';
import { fail } from '#platform/fail';
import { StartRefused } from '#platform/postgres/startRefused';
import { WRONG_KEY } from '#platform/secrets';
import { performWork, type View, viewFor, type Work } from '#platform/work';
import { openSection, sealSection, secretFields, secretNames, stateOfSection } from './sealedSettings.service.ts';
import { SectionCache } from './sectionCache.ts';
import {
  deleteSetting,
  ensureSetting,
  findSetting,
  hasAdminWithPassword,
  insertSettingOnce,
  lockSetting,
  setSettingValue,
} from './settings.queries.ts';

/** Settings computed by the server. */
type OfServer =
  | 'project_add'
  | 'file_pack'
  | 'server_timezone'
  | 'server_version'
  | 'debug'
  | 'voice2text'
  | 'translation'
  | 'assistant'
  | 'checkin'
  | 'meeting';
export type WorkspaceSettings = Required<Omit<SettingsAnswer, OfServer>> & {
  /** The time at which a second factor was first required of somebody, in ms. */
  factor_required_at: number;
  /**
   * The time at which confirmed addresses were last required, in ms; 0 = they are not. Older accounts sign in without.
   */
  reg_verify_at: number;
};

const defaults: WorkspaceSettings = {
  reg: 'invite',
  reg_domains: '',
  reg_identity: 'normal',
  reg_invite: '',
  reg_verify: 'close',
  reg_verify_at: 0,
  temp_account_alias: '',
  login_code: 'auto',
  password_policy: 'simple',
  password_login: 'open',
  password_min: 8,
  factor_required: 'close',
  factor_grace_days: 7,
  factor_required_at: 0,
  session_idle_days: 30,
  session_max_days: 90,
  signin_notice: 'open',
  project_invite: 'open',
  project_add_permission: ['all'],
  project_add_userids: [],
  department_owner_project_view: 'close',
  todo_set_permission: 'open',
  image_compress: 'open',
  image_quality: 90,
  chat_information: 'optional',
  msg_rev_limit: 0,
  msg_edit_limit: 0,
  task_user_limit: 500,
  task_visible: 'close',
  auto_archived: 'close',
  archived_day: 7,
  unclaimed_task_reminder: 'close',
  unclaimed_task_reminder_time: '09:00',
  task_reminder_hours: 1,
  task_reminder_hours_after: 1,
  project_task_handoff: 'open',
  project_task_handoff_role: 'owner',
  project_task_handoff_candidates: 'project',
  project_task_handoff_adjust: 'all',
  project_task_handoff_note: 'optional',
  file_upload_limit: 1024,
  office_server: '',
  task_default_time: ['09:00', '18:00'],
  all_group_mute: 'open',
  user_private_chat_mute: 'open',
  user_group_chat_mute: 'open',
  e2e_message: 'close',
  anon_message: 'open',
  map_tile_url: '',
  map_attribution: '',
  client_url: '',
  client_repo: '',
  privacy_url: '',
  all_group_autoin: 'yes',
  system_alias: 'Atrium',
  system_logo: '',
  system_welcome: '',
};

const cached = new WeakMap<App, SectionCache>();

function cacheOf(app: App): SectionCache {
  const known = cached.get(app);
  if (known) return known;
  const sections = new SectionCache();
  cached.set(app, sections);
  // The old value is used until the new one is read. Transactions read settings while they hold a connection: if all of
  // them waited for a read that waits for a connection, no connection would ever become free.
  app.bus.subscribe('setting', ({ name }) => {
    void sections.replace(name, readSection(app, name)).then((isNew) => {
      if (isNew) app.bus.publish('settingRead', { name });
    });
  });
  return sections;
}

const readSection = async (app: App, name: string): Promise<unknown> =>
  openSection(app, name, (await findSetting(app.db, name))?.value);

/**
 * Encrypts secrets that are stored as plain text or with an earlier key. Runs before the server accepts requests.
 * Secrets that no key opens are deleted: `checkSecretKey` has let the server start only if that is wanted.
 */
export async function sealStoredSecrets(app: App): Promise<void> {
  for (const each of secretFields.of(app)) {
    const { section, isGenerated } = each;
    const { isCurrent, canOpen, isEarlier } = stateOfSection(app, each, (await findSetting(app.db, section))?.value);
    if (isCurrent) continue;
    await performWork(app, viewFor(app).caller, async (work) => {
      if (!canOpen && isGenerated) await deleteSetting(work.tx, section);
      else await changeSectionIn<unknown>(work, section, (before) => before);
      if (canOpen && !isEarlier) return;
      const action = canOpen ? 'secrets.rotated' : 'secrets.lost';
      work.audit({ action, target: { type: 'setting', name: section } });
    });
    app.log.info(
      { section },
      canOpen ? 'stored secrets are encrypted with the current key' : 'lost secrets are deleted',
    );
  }
}

/** Checks that this server can open the stored secrets. @throws StartRefused */
export async function checkSecretKey(app: App): Promise<void> {
  for (const each of secretFields.of(app)) {
    const stored = (await findSetting(app.db, each.section))?.value;
    if (!stateOfSection(app, each, stored).canOpen && !app.secrets.isForgetful) throw new StartRefused(WRONG_KEY);
  }
}

/** Reads everything that transactions will ask for in advance. */
export async function preloadSettings(app: App): Promise<void> {
  await checkSecretKey(app);
  await settingsOf(app);
  await settingSection(app, 'file', null);
}

/** One section of settings, cached after the first read; every node reads it again when it is saved anywhere. */
export async function settingSection<T>(app: App, name: string, fallback: T): Promise<T> {
  const sections = cacheOf(app);
  if (!sections.get(name)) sections.put(name, readSection(app, name));
  return ((await sections.get(name)) ?? fallback) as T;
}

type Changing = Pick<View, 'app' | 'caller'>;

/** Replaces a section. The audit log gets what changed, and by whom. */
export async function saveSection(view: Changing, name: string, value: unknown, defaults?: object): Promise<void> {
  await changeSection<unknown>(view, name, () => value, defaults);
}

/**
 * Changes a section based on its current value: concurrent saves wait, and none is lost.
 *
 * @param defaults  what applies before it is saved first, for the audit log
 */
export async function changeSection<T>(
  { app, caller }: Changing,
  name: string,
  change: (before: T | null) => T,
  defaults: object = {},
): Promise<T> {
  return performWork(app, caller, (work) => changeSectionIn(work, name, change, defaults));
}

/** Does the same in a transaction that changes more. */
export async function changeSectionIn<T>(
  work: Work,
  name: string,
  change: (before: T | null) => T,
  defaults: object = {},
): Promise<T> {
  const { app, tx } = work;
  await ensureSetting(tx, name);
  const before = openSection(app, name, await lockSetting(tx, name)) as T | null;
  const changed = change(before);
  const json = JSON.stringify(changed);
  await setSettingValue(tx, JSON.stringify(sealSection(app, name, changed)), name);
  const [old, fresh] = [before, JSON.parse(json)].map((each) => withDefaults(each, defaults));
  const changes = settingChanges(old, fresh, secretNames(app, name));
  if (Object.keys(changes).length > 0) {
    work.audit({ action: 'setting.changed', target: { type: 'setting', name }, detail: { changes } });
  }
  work.afterCommit(() => {
    cacheOf(app).put(name, Promise.resolve(JSON.parse(json)));
    // The notice for other nodes comes too late for modules of this node, so they are notified here.
    app.bus.publish('settingRead', { name });
  });
  work.tellNodes('setting', { name });
  return changed;
}

/** Returns the stored section with its defaults. A list has no fields, so it is replaced as a whole. */
function withDefaults(stored: unknown, defaults: object): unknown {
  if (Array.isArray(defaults)) return stored ?? defaults;
  return stored === null || (typeof stored === 'object' && !Array.isArray(stored))
    ? { ...defaults, ...stored }
    : stored;
}

/** A section that is created once, by whichever node needs it first, and never changes. */
export async function createSectionOnce<T>(app: App, name: string, make: () => T): Promise<T> {
  const kept = await settingSection<T | null>(app, name, null);
  if (kept) return kept;
  await insertSettingOnce(app.db, name, JSON.stringify(sealSection(app, name, make())));
  const fresh = readSection(app, name);
  cacheOf(app).put(name, fresh);
  return (await fresh) as T;
}

export async function settingsOf(app: App): Promise<WorkspaceSettings> {
  return { ...defaults, ...(await settingSection<Partial<WorkspaceSettings>>(app, 'system', {})) };
}

/** @param path  as it is stored, without a leading slash */
export const logoUrl = ({ publicUrl }: App, path: string): string => (path ? `${publicUrl}/${path}/thumb` : '');

/** Hooks of later modules that run after the workspace's settings were saved. */
export const settingsSaved = new ExtensionPoint<(app: App) => Promise<void>>();

/** Hooks of later modules that run in the transaction that changes the workspace's settings. */
export const settingsChanging = new ExtensionPoint<
  (work: Work, before: WorkspaceSettings, after: WorkspaceSettings) => Promise<void>
>();

const DOMAIN = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/i;
/** The repository names that code hosts allow. A single dot or two dots would be a path. */
const REPOSITORY = /^[a-z0-9](?:[a-z0-9-]{0,38})\/(?!\.{1,2}$)[\w.-]{1,100}$/i;
const RANK: readonly string[] = ['close', 'admin', 'all'];

/** Ways to sign in without a password of Atrium, such as a provider. */
export interface SignInWay {
  section: string;
  isOpen: (app: App) => Promise<boolean>;
}
export const signInWays = new ExtensionPoint<SignInWay>();

/** @param except  the section of a way that does not count */
async function hasSignInWay(app: App, except = ''): Promise<boolean> {
  for (const { section, isOpen } of signInWays.of(app)) if (section !== except && (await isOpen(app))) return true;
  return false;
}

/**
 * Runs before a way to sign in is closed. @throws setting.last_sign_in  if only administrators could sign in without it
 */
export async function requireOtherSignIn(app: App, section: string): Promise<void> {
  const { password_login } = await settingsOf(app);
  if (password_login === 'close' && !(await hasSignInWay(app, section))) throw fail('setting.last_sign_in');
}

/** Called before settings are saved: may refuse. */
export const settingGuards = new ExtensionPoint<(view: Changing, sent: Settings) => Promise<void>>();

/** Replaces the known keys that were sent; the others keep their values. */
export async function saveSettings({ app, caller }: Changing, sent: Settings): Promise<void> {
  for (const guard of settingGuards.of(app)) await guard({ app, caller }, sent);
  for (const name of ['system_alias', 'temp_account_alias'] as const) {
    // The text is in mails, where a line break could begin a line that looks like ours.
    if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(sent[name] ?? '')) throw fail('parameter', { name });
  }
  const tiles = sent.map_tile_url;
  if (tiles && !(/^https?:\/\//.test(tiles) && ['{z}', '{x}', '{y}'].every((hole) => tiles.includes(hole)))) {
    throw fail('setting.tiles');
  }
  for (const address of [sent.client_url, sent.privacy_url])
    if (address && !(URL.canParse(address) && address.startsWith('https://'))) throw fail('setting.address');
  if (sent.client_repo && !REPOSITORY.test(sent.client_repo)) throw fail('setting.repo');
  const isMailed = await app.mailer.isReady();
  const isKeyThere = sent.password_login !== 'close' || (await hasAdminWithPassword(app.db));
  const isSignInOpen = sent.password_login !== 'close' || (await hasSignInWay(app));
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  await performWork(app, caller, async (work) => {
    let before = defaults;
    const after = await changeSectionIn<Partial<WorkspaceSettings>>(
      work,
      'system',
      (kept) => {
        before = { ...defaults, ...kept };
        // Without mail nobody could verify an address, and no new account could sign in.
        if (sent.reg_verify === 'open' && before.reg_verify !== 'open' && !isMailed) throw fail('setting.mail');
        if (sent.reg === 'open' && before.reg !== 'open' && !isMailed) throw fail('setting.reg_mail');
        if (before.password_login !== 'close' && !isSignInOpen) throw fail('setting.password_login');
        // Without another administrator's password, nobody could sign in while a provider is down.
        if (before.password_login !== 'close' && !isKeyThere) throw fail('setting.password_admin');
        const [begin = '', end = '', ...more] = sent.task_default_time ?? before.task_default_time;
        if (!end || begin >= end || more.length > 0) throw fail('setting.times');
        const next = { ...before, ...given };
        if (next.reg === 'domain') {
          if (!next.reg_domains.split(',').every((each) => DOMAIN.test(each.trim()))) throw fail('setting.domains');
          // Without verified addresses, anybody could sign up with somebody else's address at the domain.
          if (sent.reg_verify === 'close') throw fail('setting.domain_verify');
          if (next.reg_verify !== 'open' && !isMailed) throw fail('setting.mail');
          next.reg_verify = 'open';
        }
        if (next.reg_verify === 'open' && before.reg_verify !== 'open') next.reg_verify_at = Date.now();
        const isMoreRequired = RANK.indexOf(next.factor_required) > RANK.indexOf(before.factor_required);
        if (isMoreRequired) next.factor_required_at = Date.now();
        return next;
      },
      defaults,
    );
    for (const each of settingsChanging.of(app)) await each(work, before, { ...defaults, ...after });
  });
  for (const apply of settingsSaved.of(app)) await apply(app);
}
