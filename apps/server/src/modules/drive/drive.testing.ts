import { type DriveFile, driveAdd, driveLists, type driveUpload } from '@atrium/contract/files/drive.ts';
import type { OutputOf } from '@atrium/contract/kit.ts';
import { expect } from 'vitest';
import { type TestClient, unique } from '#testing/world';

type Uploaded = OutputOf<typeof driveUpload>;

/** Uploads a file the way a browser does. */
export async function tryUpload(
  by: TestClient,
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  fields: Record<string, string | number> = {},
) {
  const body = new FormData();
  for (const [key, value] of Object.entries(fields)) body.set(key, String(value));
  body.set('files', new Blob([content]), name);
  return by.raw('file/content/upload', { method: 'POST', body });
}
export async function upload(...args: Parameters<typeof tryUpload>): Promise<Uploaded> {
  const answer = await tryUpload(...args);
  expect(answer).toMatchObject({ ret: 1 });
  return answer.data as unknown as Uploaded;
}

export const folderOf = (by: TestClient, pid = 0, name = unique('Folder')): Promise<DriveFile> =>
  by.call(driveAdd, { name, ...(pid && { pid }) });
export const documentOf = (by: TestClient, pid = 0, name = unique('Plan')): Promise<DriveFile> =>
  by.call(driveAdd, { name, type: 'document', ...(pid && { pid }) });

/** The items of a folder, without its parents. */
export async function inside(by: TestClient, pid = 0): Promise<DriveFile[]> {
  return (await by.call(driveLists, { pid })).filter((file) => file.pid === pid);
}
