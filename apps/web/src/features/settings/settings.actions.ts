import type { InputOf } from '@atrium/contract/kit.ts';
import { systemSetting } from '@atrium/contract/system.ts';
import { deviceList, deviceLogout, userEditdata, userEditpass } from '@atrium/contract/users.ts';
import { storeToken } from '#sync/api.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/notices.ts';

/** The server's words where it refused; '' where it went through. */
async function outcome(answer: Promise<unknown>): Promise<string> {
  try {
    await answer;
    notify(t('settings.saved'));
    return '';
  } catch (error) {
    return wordsOf(error);
  }
}

export const saveProfile = (input: InputOf<typeof userEditdata>) =>
  outcome(
    client.api.call(userEditdata, input).then((profile) => {
      client.user = profile;
      client.store.base.user.put(profile);
    }),
  );

export const savePassword = (oldpass: string, newpass: string) =>
  outcome(client.api.call(userEditpass, { oldpass, newpass }).then((profile) => storeToken(profile.token)));

export const devices = () => client.api.call(deviceList, {});
export const signOutDevice = (id: number) => outcome(client.api.call(deviceLogout, { id }));

export const readSettings = () => client.api.call(systemSetting, { type: 'all' });
export const saveSettings = (input: InputOf<typeof systemSetting>) =>
  outcome(client.api.call(systemSetting, { ...input, type: 'save' }));
