import { CallError } from '@atrium/client/api.ts';
import { personExport } from '@atrium/contract/files/exports.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { accountDelete } from '@atrium/contract/people/accounts.ts';
import { mailInfo, mailSave } from '@atrium/contract/people/mails.ts';
import { emailEdit, emailSend, userEditdata } from '@atrium/contract/people/profile.ts';
import { deviceList, deviceLogout } from '@atrium/contract/people/sessions.ts';
import { deviceLogoutOthers } from '@atrium/contract/people/signIn.ts';
import { auditList } from '@atrium/contract/workspace/audit.ts';
import { systemLicense, systemUpdatelog } from '@atrium/contract/workspace/system.ts';
import { adoptProfile } from '#entities/user/profile.actions.ts';
import { host } from '#host/browser.ts';
import { storeToken } from '#sync/api.ts';
import { t } from '#sync/language.ts';
import { accountDeleted, client, endSession as endThisSession } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';

/** The server's error; '' on success. */
export async function resultOf(answer: Promise<unknown>, done = t('settings.saved')): Promise<string> {
  try {
    await answer;
    if (done) notify(done);
    return '';
  } catch (error) {
    return wordsOf(error);
  }
}

export const saveProfile = (input: InputOf<typeof userEditdata>) =>
  resultOf(client.api.call(userEditdata, input).then(adoptProfile));

/** Changes the password. `isOldWrong`: the current password was refused. */
export async function savePassword(oldpass: string, newpass: string) {
  let isOldWrong = false;
  const saving = client.changePassword({ oldpass, newpass }).catch((error: unknown) => {
    isOldWrong = error instanceof CallError && error.code === 'password.wrong';
    throw error;
  });
  const words = await resultOf(saving.then((profile) => storeToken(profile.token)));
  return { words, isOldWrong };
}

/** Mails a code to a new address (2), or to the current one before deleting the account (3). */
export const sendCode = (type: 2 | 3, email: string) =>
  resultOf(client.api.call(emailSend, { type, email }), t('email.sent', { email }));
export const saveEmail = (newEmail: string, password: string, code: string) =>
  resultOf(client.api.call(emailEdit, { newEmail, password, code }).then(adoptProfile));

type Leaving = Omit<InputOf<typeof accountDelete>, 'type'>;
/** Checks whether the account may be deleted; nothing changes. */
export const mayDelete = (input: Leaving) =>
  resultOf(client.api.call(accountDelete, { ...input, type: 'warning' }), '');
export const deleteAccount = (input: Leaving) =>
  resultOf(client.api.call(accountDelete, { ...input, type: 'confirm' }).then(accountDeleted), '');

/** Requests everything about a person, by default oneself; a bot sends it. Problems are shown, too. */
export const exportPerson = (userid?: number): Promise<void> =>
  resultOf(client.api.call(personExport, userid ? { userid } : {}), t('data.started')).then((words) => {
    if (words) notify(words, { kind: 'error' });
  });

export const readLicense = () => client.api.read(systemLicense, {});
export const readNews = () => client.api.read(systemUpdatelog, {});

export const readMailChoice = () => client.api.read(mailInfo, {});
export const saveMailChoice = (is_wanted: boolean) => client.api.call(mailSave, { is_wanted });

export const devices = () => client.api.read(deviceList, {});
export const signOutDevice = (id: number) => resultOf(client.api.call(deviceLogout, { id }));

export const signOutOtherDevices = () => resultOf(client.api.call(deviceLogoutOthers, {}));

/** Signs out this device. */
export const endSession = (): void => void endThisSession();

const MOST_CHANGES = 200;
/** The latest changes of the workspace's settings, newest first. */
export const readChanges = async () =>
  (await client.api.read(auditList, { action: 'setting.changed', pagesize: MOST_CHANGES })).data ?? [];

/** Copies the link of a page, with the setting that the address names. */
export async function copyPageLink(path: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(host.addressOf(`${path}${location.hash}`));
    notify(t('action.copied'));
  } catch {
    notify(t('error.clipboard'), { kind: 'error' });
  }
}
