import { imageUpload } from '@atrium/contract/people/faces.ts';
import { client } from '#sync/session.ts';

/** What a picture of a person or a group can be. */
export const PICTURE_KINDS = 'image/png,image/jpeg,image/gif,image/webp';

/** Kept, and shown nowhere yet. @throws what the server refuses */
export async function keepPicture(file: File): Promise<string> {
  const { path } = await client.api.upload(imageUpload, {
    fields: {},
    file: { field: 'image', name: file.name, content: file },
    onProgress: () => {},
  });
  return path;
}
