import { readAlerts, readGrafanaRule, readSentry } from './alerts.ts';
import { readCard } from './card.ts';
import { readGitHub, readGitLab } from './codeHosts.ts';
import { type Fields, isFields, type Post, Refusal } from './post.ts';
import { readSlack } from './slack.ts';
import { readMail, readTask, type WantedTask } from './task.ts';

export interface Incoming {
  /** A header, or ''. */
  header: (name: string) => string;
  body: string;
  /** True if the address was Mattermost's. */
  isMattermost: boolean;
}

/**
 * What a webhook received: a task to create; a mail, which becomes a task in the conversation of a project; or a
 * message.
 */
export type ReceivedContent = { task: WantedTask } | { mail: WantedTask; post: Post } | { post: Post };

/** Understands a body by the headers of its sender, or by its shape. @throws Refusal  in Slack's words */
export function readIncoming({ header, body, isMattermost }: Incoming): ReceivedContent {
  const { payload, isPlain } = payloadOf(header('content-type'), body);
  if (isPlain) {
    const text = body.replaceAll('\0', '').trim();
    if (!text) throw new Refusal(400, 'no_text');
    return { post: { text } };
  }
  const ofSender = readSender(header, payload);
  if (ofSender) return { post: ofSender };
  const task = readTask(payload);
  if (task) return { task };
  const mail = readMail(payload);
  if (mail) return { mail, post: readCard({ title: mail.name, text: mail.content }) };
  return { post: isCard(payload) ? readCard(payload) : readSlack(payload, isMattermost) };
}

function readSender(header: Incoming['header'], payload: Fields): Post | undefined {
  // Gitea sends GitHub's headers too, and both send the same bodies.
  const forge = header('x-gitea-event') || header('x-github-event') || header('x-gogs-event');
  if (forge) return readGitHub(forge, payload);
  if (header('x-gitlab-event')) return readGitLab(header('x-gitlab-event'), payload);
  if (header('sentry-hook-resource')) return readSentry(header('sentry-hook-resource'), payload);
  if (Array.isArray(payload['alerts'])) return readAlerts(payload);
  if ('ruleUrl' in payload || 'evalMatches' in payload) return readGrafanaRule(payload);
  if ('culprit' in payload && isFields(payload['event'])) return readSentry('issue', payload);
  return undefined;
}

const isCard = (payload: Fields) =>
  ['title', 'url', 'fields', 'color'].some((name) => name in payload) &&
  !('attachments' in payload) &&
  !('blocks' in payload);

function payloadOf(type: string, body: string): { payload: Fields; isPlain: boolean } {
  const isJsonLike = /^\s*[{[]/.test(body);
  if (/^application\/x-www-form-urlencoded/i.test(type) && !isJsonLike) {
    const form = new URLSearchParams(body);
    const payload = form.get('payload');
    if (payload !== null) return { payload: parsed(payload), isPlain: false };
    if (!form.has('text')) throw new Refusal(400, 'invalid_payload');
    return { payload: Object.fromEntries(form), isPlain: false };
  }
  if (isJsonLike || /json/i.test(type)) return { payload: parsed(body), isPlain: false };
  // Other types are refused: parts of a form, pictures and XML would be shown as they are written.
  if (type && !/^text\/(plain|markdown)/i.test(type)) throw new Refusal(415, 'invalid_content_type');
  return { payload: {}, isPlain: true };
}

function parsed(text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal(400, 'invalid_payload');
  }
  if (!isFields(value)) throw new Refusal(400, 'invalid_payload');
  return value;
}
