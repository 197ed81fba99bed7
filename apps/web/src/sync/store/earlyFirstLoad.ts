import { Api } from '@atrium/client/api.ts';
import type { RequestLike, ResponseLike } from '@atrium/client/host.ts';
import { syncStart } from '@atrium/contract/workspace/sync.ts';
import { callHost, OPTIONS } from '../api.ts';
import { storedToken } from '../token.ts';
import { isProbablyStored } from './storedWorkspace.ts';

let requested: { token: string; response: Promise<ResponseLike> } | undefined;

/**
 * Requests the first load while the page's code still loads, if this browser has no stored workspace: the server works
 * on it meanwhile.
 */
export function requestFirstLoad(): void {
  const token = storedToken();
  if (!token || isProbablyStored()) return;
  const early = new Api(callHost, OPTIONS);
  early.token = token;
  const response = early.post(syncStart.path, '{}').then((answer) => {
    // The text is read at once, because unpacking a large answer takes as long as the page's own code.
    const text = answer.text();
    text.catch(() => undefined);
    return { status: answer.status, text: () => text };
  });
  // An error is ignored here, because the session that takes the answer handles it.
  response.catch(() => undefined);
  requested = { token, response };
}

/** Takes the answer to the early request, once and only for the same session; undefined if there is none. */
export function takeFirstLoad(url: string, { headers }: RequestLike): Promise<ResponseLike> | undefined {
  if (!requested || url !== `${OPTIONS.base}/api/${syncStart.path}` || headers['token'] !== requested.token)
    return undefined;
  const { response } = requested;
  requested = undefined;
  return response;
}
