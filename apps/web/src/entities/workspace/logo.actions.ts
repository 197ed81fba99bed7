import { logoSave } from '@atrium/contract/people/avatars.ts';
import { uploadPicture } from '#entities/user/picture.actions.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';

/**
 * Chooses the workspace's logo; null for Atrium's own. It shows here at once.
 *
 * @returns the server's error; '' on success
 */
export async function chooseLogo(file: File | null): Promise<string> {
  try {
    const logo = file ? await uploadPicture(file) : '';
    const { system_logo } = await client.api.call(logoSave, { logo });
    if (client.setting) client.setting = { ...client.setting, system_logo };
    return '';
  } catch (error) {
    return wordsOf(error);
  }
}
