import { createHmac } from 'node:crypto';
import type { App } from '../app.ts';
import { randomCode } from '../crypto.ts';
import { guardedFetch } from './outbound.ts';

const TIMEOUT_MS = 10_000;
const MOST_ANSWER_BYTES = 64 * 1024;

/** The answer of another program. With `status` 0 there was no answer, and `answer` has the reason. */
export interface ProgramOutcome {
  status: number;
  /** The first 64 KB of the answer. */
  answer: string;
  /** True if the answer was longer. */
  isCut: boolean;
}

interface Sent {
  type: 'application/json' | 'application/x-www-form-urlencoded';
  body: string;
  /** The bytes of the secret that both sides know. */
  key: Buffer;
  /** The id of the call, which is the same for each attempt, so that a program can recognize a repetition. */
  id?: string;
  signal?: AbortSignal;
}

/**
 * The headers that prove who sent a body and when, as the Standard Webhooks specification has them.
 *
 * @param key  the bytes of the secret
 */
export function signatureHeaders(id: string, at: Date, body: string, key: Buffer): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` };
}

/** Posts to an address that somebody entered, through the guarded fetch. It never throws: the outcome has the error. */
export async function postToProgram(
  app: App,
  url: string,
  { type, body, key, id, signal }: Sent,
): Promise<ProgramOutcome> {
  try {
    const response = await guardedFetch(app.openStream)(url, {
      method: 'POST',
      headers: {
        'content-type': type,
        'user-agent': `Atrium/${app.version}`,
        ...signatureHeaders(id ?? `msg_${randomCode(16)}`, new Date(), body, key),
      },
      body,
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]),
    });
    const outcome = { status: response.status, ...(await beginningOf(response)) };
    // The redirect is reported, because its page would not say what the program's author has to change.
    const target = response.headers.get('location');
    if (target && response.status >= 300 && response.status < 400) {
      return { ...outcome, answer: `Redirects are not followed. This one leads to ${target.slice(0, 300)}` };
    }
    return outcome;
  } catch (error) {
    return { status: 0, answer: (error as Error).message, isCut: false };
  }
}

export const isAccepted = ({ status }: ProgramOutcome): boolean => status >= 200 && status < 300;

async function beginningOf(response: Response): Promise<Pick<ProgramOutcome, 'answer' | 'isCut'>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    parts.push(part);
    size += part.length;
    if (size > MOST_ANSWER_BYTES) break;
  }
  const answer = Buffer.concat(parts).subarray(0, MOST_ANSWER_BYTES).toString('utf8').replaceAll('\0', '');
  return { answer, isCut: size > MOST_ANSWER_BYTES };
}
