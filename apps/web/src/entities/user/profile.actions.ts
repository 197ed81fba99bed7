import type { InputOf } from '@atrium/contract/kit.ts';
import { type Profile, userEditdata } from '@atrium/contract/people/profile.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { uploadPicture } from './picture.actions.ts';

/** Shows the server's answer to a change of one's own record. */
export function adoptProfile(profile: Profile): void {
  client.user = profile;
  client.store.base.user.put(profile);
}

/** The server's error; '' on success. */
export const editProfile = (input: InputOf<typeof userEditdata>): Promise<string> =>
  client.api.call(userEditdata, input).then((profile) => {
    adoptProfile(profile);
    return '';
  }, wordsOf);

/** Uploads a picture, then applies it. */
export const showPicture = (file: File): Promise<string> =>
  uploadPicture(file).then((userimg) => editProfile({ userimg }), wordsOf);
export const removePicture = (): Promise<string> => editProfile({ userimg: '' });
