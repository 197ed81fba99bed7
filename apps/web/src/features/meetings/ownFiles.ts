import { driveUpload } from '@atrium/contract/files/drive.ts';
import { client } from '#sync/session.ts';

/** Stores a file at the top of one's own files. @throws CallError */
export async function storeInOwnFiles(file: File): Promise<void> {
  await client.api.upload(driveUpload, {
    fields: { pid: '0', cover: '0' },
    file: { field: 'files', name: file.name, content: file },
    onProgress: () => undefined,
  });
}
