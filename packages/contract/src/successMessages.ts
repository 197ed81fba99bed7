import type { Call } from './kit.ts';

/** The key of the text that a client shows after a change, or ''. */
export type SuccessMessage = 'saved' | 'sent' | 'added' | 'deleted' | '';

/** Calls whose changes are a side effect, for which a message would be noise. */
const SILENT = new Set([
  'apps/badge/clear',
  'apps/badge/set',
  'apps/data/delete',
  'apps/data/set',
  'apps/open',
  'apps/stage',
  'apps/token',
  'apps/upload',
  'dialog/draft/save',
  'dialog/msg/convertrecord',
  'dialog/msg/dot',
  'dialog/msg/read',
  'dialog/msg/translation',
  'dialog/msg/voice2text',
  'dialog/open/user',
  'dialog/session/open',
  'dialog/tel',
  'file/content',
  'file/download/pack',
  'file/link',
  'file/one',
  'import/upload',
  'project/task/dialog',
  'report/detail',
  'report/read',
  'system/imgupload',
  'system/samples/add',
  'system/samples/remove',
  'upload/cancel',
  'upload/chunk',
  'upload/init',
  'users/appsort/save',
  'users/device/edit',
  'users/email/link',
  'users/import/preview',
  'users/login',
  'users/login/qrcode',
  'users/logout',
  'users/meeting/link',
  'users/mail/unsubscribe',
  'users/meeting/open',
  'users/password/forgot',
  'users/search/ai',
  'users/task/browse_save',
  'users/umeng/alias',
]);

/** The message for a changing call, by path; reading settings has none. */
export function successMessageOf(call: Call, input: unknown): SuccessMessage {
  const { type } = input as { type?: unknown };
  const words = (call.input.properties as Record<string, { enum?: string[] }>)['type']?.enum;
  if (SILENT.has(call.path) || (words?.includes('get') && type !== 'save')) return '';
  const action = call.path.split('/').at(-1) ?? '';
  if (call.path === 'upload/merge' || /^(send|forward|share$|invitation)|_?check$/.test(action)) return 'sent';
  if (/^(add|addsub|create|createuser|store|copy|invite|join|assign)$/.test(action)) return 'added';
  if (/^(del|delete|remove|withdraw|disband|exit|clean|browse_clean|deluser|deldeputy|unsubscribe)/.test(action))
    return 'deleted';
  return 'saved';
}
