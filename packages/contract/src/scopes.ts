import type { Call } from './kit.ts';

/** What an access token may be allowed to read or change. */
export const AREAS = ['messages', 'projects', 'files', 'people', 'reports', 'admin'] as const;
export type Area = (typeof AREAS)[number];
export type Scope = `${Area}:${'read' | 'write'}`;

/** `write` includes `read`. */
export const SCOPES: readonly Scope[] = AREAS.flatMap((area) => [`${area}:read`, `${area}:write`] as const);

type Closed = 'free' | 'own' | 'never';

/**
 * The area of each call, by the longest beginning of its path. `free` needs no scope, because it says nothing of anybody;
 * `own` is for the tokens of apps, which reach what the app itself has stored; `never` is closed to tokens: what opens, proves or ends sign-ins and accounts, makes other keys, or belongs to a device.
 */
const AREA_OF: Readonly<Record<string, Area | Closed>> = {
  'approve/': 'reports',
  'apps/': 'never',
  'apps/badge/set': 'own',
  'apps/data/': 'own',
  'assistant/': 'messages',
  'assistant/confirmation/': 'never',
  'assistant/permit/': 'never',
  'dashboard/': 'projects',
  'dialog/': 'messages',
  'dialog/group/searchuser': 'admin',
  'dialog/sticker/add': 'admin',
  'dialog/sticker/delete': 'admin',
  'dialog/sticker/set/': 'admin',
  'dialog/command/': 'messages',
  'dialog/webhook/': 'never',
  'file/': 'files',
  'file/key': 'never',
  'import/': 'admin',
  'project/': 'projects',
  'projecttaskhandoff/': 'projects',
  'report/': 'reports',
  'sync/': 'never',
  'system/aibot/': 'never',
  'system/application/': 'never',
  'system/assistant/': 'never',
  'system/audit': 'admin',
  'system/backup': 'admin',
  'system/checkin/': 'admin',
  'system/column/': 'admin',
  'system/email/': 'never',
  'system/get/': 'free',
  'system/imgupload': 'files',
  'system/license': 'admin',
  'system/microapp_menu': 'never',
  'system/prefetch': 'free',
  'system/priority': 'admin',
  'system/setting': 'never',
  'system/sso/': 'never',
  'system/status': 'admin',
  'system/storage/': 'never',
  'system/version': 'free',
  'upload/': 'files',
  'users/accesstoken/': 'never',
  'users/application/': 'never',
  'users/appsort': 'never',
  'users/basic': 'people',
  'users/bot/': 'never',
  'users/checkin/': 'reports',
  'users/command/': 'never',
  'users/createuser': 'never',
  'users/data/': 'never',
  'users/delete/': 'never',
  'users/department/': 'admin',
  'users/device/': 'never',
  'users/editdata': 'never',
  'users/editpass': 'never',
  'users/email/': 'never',
  'users/extra': 'people',
  'users/factor/': 'never',
  'users/favorite/': 'projects',
  'users/favorites': 'projects',
  'users/import': 'never',
  'users/info': 'people',
  'users/invitation/': 'never',
  'users/key/': 'never',
  'users/lists': 'admin',
  'users/login': 'never',
  'users/logout': 'never',
  'users/mail/': 'never',
  'users/meeting/': 'never',
  'users/operation': 'never',
  'users/passkey/': 'never',
  'users/password/': 'never',
  'users/prove': 'never',
  'users/push/': 'never',
  'users/recent/': 'projects',
  'users/reg/': 'never',
  'users/reminder/': 'messages',
  'users/search': 'people',
  'users/search/ai': 'messages',
  'users/socket/': 'people',
  'users/sso/': 'never',
  'users/status/set': 'people',
  'users/subscription/': 'never',
  'users/tags/': 'people',
  'users/task/': 'projects',
  'users/token/': 'never',
};

/** Calls that change nothing. All others need the right to write. */
const READS: ReadonlySet<string> = new Set([
  'approve/process/doto',
  'assistant/feedback/list',
  'assistant/models',
  'dashboard/team/stats',
  'dashboard/team/tasks',
  'dialog/beyond',
  'dialog/command/list',
  'dialog/common/list',
  'dialog/draft/lists',
  'dialog/group/searchuser',
  'dialog/lists',
  'dialog/msg/detail',
  'dialog/msg/latest',
  'dialog/msg/list',
  'dialog/msg/one',
  'dialog/msg/readlist',
  'dialog/msg/search',
  'dialog/msg/todolist',
  'dialog/msg/topinfo',
  'dialog/msg/unread',
  'dialog/one',
  'dialog/search',
  'dialog/search/tag',
  'dialog/session/list',
  'dialog/sticker/search',
  'dialog/sticker/sets',
  'dialog/todo',
  'dialog/user',
  'file/content',
  'file/content/history',
  'file/links',
  'file/lists',
  'file/one',
  'file/search',
  'file/share',
  'file/usage',
  'import/lists',
  'import/status',
  'project/column/lists',
  'project/column/one',
  'project/flow/list',
  'project/invite/info',
  'project/lists',
  'project/log/lists',
  'project/one',
  'project/permission',
  'project/tag/list',
  'project/task/content',
  'project/task/content_history',
  'project/task/easylists',
  'project/task/exports',
  'project/task/filedetail',
  'project/task/files',
  'project/task/flow',
  'project/task/lists',
  'project/task/one',
  'project/task/related',
  'project/task/subdata',
  'project/task/template_list',
  'project/task/template_search',
  'project/task/template_visible',
  'projecttaskhandoff/lists',
  'projecttaskhandoff/options',
  'report/last_submitter',
  'report/my',
  'report/receive',
  'report/template',
  'report/unread',
  'system/audit',
  'system/backup',
  'system/license',
  'system/status',
  'users/basic',
  'users/checkin/get',
  'users/checkin/list',
  'users/department/list',
  'users/extra',
  'users/favorite/check',
  'users/favorites',
  'users/info',
  'users/info/departments',
  'users/lists',
  'users/recent/browse',
  'users/reminder/list',
  'users/search',
  'users/socket/status',
  'users/tags/lists',
  'users/task/browse',
]);

const BEGINNINGS = Object.keys(AREA_OF).sort((a, b) => b.length - a.length);

/** Undefined for a call that has no area: a test fails for each, and no token may make it. */
export function areaOf({ path }: Pick<Call, 'path'>): Area | Closed | undefined {
  const beginning = BEGINNINGS.find((each) => (each.endsWith('/') ? path.startsWith(each) : matches(path, each)));
  return beginning === undefined ? undefined : AREA_OF[beginning];
}
const matches = (path: string, each: string) => path === each || path.startsWith(`${each}/`);

export const isRead = ({ path }: Pick<Call, 'path'>): boolean => READS.has(path);

/**
 * The scopes that a token lacks for a call; null if no token may make it. A file that is uploaded in parts may become a
 * message, so that both areas count.
 *
 * @param isOfApp  whether it is the token of an app
 */
export function missingScopes(call: Pick<Call, 'path'>, scopes: readonly string[], isOfApp = false): Scope[] | null {
  const area = areaOf(call);
  if (area === undefined || area === 'never') return null;
  if (area === 'free') return [];
  if (area === 'own') return isOfApp ? [] : null;
  const areas: Area[] = call.path.startsWith('upload/') ? ['files', 'messages'] : [area];
  return areas
    .filter((each) => !scopes.includes(`${each}:write`) && !(isRead(call) && scopes.includes(`${each}:read`)))
    .map((each) => `${each}:${isRead(call) ? 'read' : 'write'}` as const);
}
