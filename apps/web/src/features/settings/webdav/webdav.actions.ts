import {
  type DavSettings,
  davAdminSetting,
  davAdminStatus,
  davConflictRename,
  davConflicts,
  davCreate,
  davCredentials,
  davDelete,
  davRevoke,
  davStatus,
  davUserRevoke,
} from '@atrium/contract/files/dav.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { resultOf } from '#features/settings/settings.actions.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { notify } from '#ui/overlays/notices.ts';

export async function readOwn() {
  const [status, { list }, conflicts] = await Promise.all([
    client.api.read(davStatus, {}),
    client.api.read(davCredentials, {}),
    client.api.read(davConflicts, {}),
  ]);
  return { status, list, conflicts: conflicts.list };
}
/** Creates a credential. Only this answer has its password. @throws CallError with the server's text */
export const addCredential = (input: InputOf<typeof davCreate>) => client.api.call(davCreate, input);
export const revokeCredential = (id: number) => resultOf(client.api.call(davRevoke, { id }), '');
export const deleteCredential = (id: number) => resultOf(client.api.call(davDelete, { id }), '');
export const renameConflict = (id: number) =>
  resultOf(
    client.api.call(davConflictRename, { id }).then(({ name }) => notify(t('webdav.renamed', { name }))),
    '',
  );

export const readRules = () => client.api.read(davAdminSetting, {});
export const saveRules = (fields: DavSettings) =>
  client.api.call(davAdminSetting, { type: 'save', ...fields }).then((answer) => {
    notify(t('settings.saved'));
    return answer;
  });
export const readUsers = (before_id?: number) => client.api.read(davAdminStatus, before_id ? { before_id } : {});
export const revokeOf = (userid: number) => resultOf(client.api.call(davUserRevoke, { userid }), '');
