import type { InputOf } from '@atrium/contract/kit.ts';
import { backupList, backupRun, backupSetting } from '@atrium/contract/workspace/backups.ts';
import { resultOf } from '#features/settings/settings.actions.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { notify } from '#ui/overlays/notices.ts';

export const readBackups = () => client.api.read(backupList, {});
export const startBackup = () => resultOf(client.api.call(backupRun, {}), t('backup.started'));

export const readBackupSetting = () => client.api.read(backupSetting, {});
/** Tests the place, which can take a while. @throws CallError with the server's text */
export const saveBackupSetting = (change: Omit<InputOf<typeof backupSetting>, 'type'>) =>
  client.api.call(backupSetting, { type: 'save', ...change }, { timeoutMs: 60_000 }).then((answer) => {
    notify(t('settings.saved'));
    return answer;
  });
