import { Api } from '@atrium/client/api.ts';
import type { RequestLike, ResponseLike } from '@atrium/client/host.ts';
import { syncStart } from '@atrium/contract/workspace/sync.ts';
import { callHost, OPTIONS } from '../api.ts';
import { storedToken } from '../token.ts';
import { isProbablyStored } from './readAhead.ts';

let ahead: { token: string; response: Promise<ResponseLike> } | undefined;

/**
 * Requests the first load while the page's code still loads, if this browser has no stored workspace: the server works
 * on it meanwhile.
 */
export function startAhead(): void {
  const token = storedToken();
  if (!token || isProbablyStored()) return;
  const early = new Api(callHost, OPTIONS);
  early.token = token;
  const response = early.post(syncStart.path, '{}').then((answer) => {
    // Unpacking a large one takes as long as the page's own code.
    const text = answer.text();
    text.catch(() => undefined);
    return { status: answer.status, text: () => text };
  });
  // The session that takes the answer handles the error.
  response.catch(() => undefined);
  ahead = { token, response };
}

/** The answer to a request that was sent ahead, once and only for the same session; undefined if there is none. */
export function takeAhead(url: string, { headers }: RequestLike): Promise<ResponseLike> | undefined {
  if (!ahead || url !== `${OPTIONS.base}/api/${syncStart.path}` || headers['token'] !== ahead.token) return undefined;
  const { response } = ahead;
  ahead = undefined;
  return response;
}
