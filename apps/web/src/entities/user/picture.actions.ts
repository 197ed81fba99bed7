import { imageUpload } from '@atrium/contract/people/avatars.ts';
import { client } from '#sync/session.ts';

/** File types for a person's or group's picture. */
export const PICTURE_KINDS = 'image/png,image/jpeg,image/gif,image/webp';

/** Uploads a picture that is not shown yet. @throws the server's error */
export async function uploadPicture(file: File): Promise<string> {
  const { path } = await client.api.upload(imageUpload, {
    fields: {},
    file: { field: 'image', name: file.name, content: file },
    onProgress: () => {},
  });
  return path;
}
