import type { ResponseLike, UploadLike } from '@atrium/client/host.ts';

/** Uploads by XMLHttpRequest, because `fetch` does not report upload progress. */
export function uploadWithProgress(url: string, init: UploadLike): Promise<ResponseLike> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    for (const [name, value] of Object.entries(init.headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => init.onProgress(loaded, total));
    request.addEventListener('load', () => resolve({ status: request.status, text: async () => request.responseText }));
    for (const name of ['error', 'abort', 'timeout'] as const) {
      request.addEventListener(name, () => reject(new Error(name)));
    }
    init.signal?.addEventListener('abort', () => request.abort());
    const body = new FormData();
    for (const [name, value] of Object.entries(init.fields)) body.set(name, value);
    body.set(init.file.field, init.file.content, init.file.name);
    request.send(body);
  });
}
