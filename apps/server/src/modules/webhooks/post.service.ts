import { mentionsOf } from '@atrium/richtext/mentions.ts';
import { sendForProgram } from '#modules/messages/sending/program.service';
import { callerNow } from '#modules/users/callers.service';
import type { App } from '#platform/app';
import { truncate } from '#platform/events/truncate';
import { fail } from '#platform/fail';
import type { Work } from '#platform/work';
import { escapeMarkdown } from './formats/markdown.ts';
import type { Post } from './formats/post.ts';
import { EVERYONE_MARK } from './formats/slackText.ts';
import { countPost, type WebhookRow } from './webhooks.queries.ts';

/** The columns of a webhook that a post needs. */
export type Hook = Pick<WebhookRow, 'id' | 'dialog_id' | 'userid' | 'bot_id' | 'may_mention_all' | 'nickname'>;

/** The longest text that Slack shows. */
const MOST_CHARS = 40_000;

/**
 * Posts as a webhook's account, with the rights that its maker has now: a maker who may no longer post in a conversation
 * can no longer post there through the webhook either.
 *
 * @throws webhook.gone  if the maker's account has ended; and the errors of sending
 */
export async function postAs(app: App, hook: Hook, post: Post): Promise<void> {
  const maker = await callerNow(app, hook.userid);
  if (!maker) throw fail('webhook.gone');
  const text = safeMentions(truncate(withSender(hook, post), MOST_CHARS), hook.may_mention_all);
  await sendForProgram(
    app,
    { maker, bot: hook.bot_id },
    { dialogId: hook.dialog_id, text, replyId: post.replyId ?? 0, isGroup: true, mayMentionAll: hook.may_mention_all },
    (work: Work) => countPost(work.tx, hook.id, work.now),
  );
}

/** Adds the sender's name to the text if it differs from the webhook's own: it must not pass for an account. */
function withSender({ nickname }: Hook, { text, username, icon }: Post): string {
  const name = username?.trim();
  if (!name || name === nickname) return text;
  return `**${[icon, escapeMarkdown(truncate(name, 80))].filter(Boolean).join(' ')}**\n\n${text}`;
}

const EVERYONE = '<span class="mention user" data-id="0">@all</span>';

/** Turns mentions by a stranger into text. Everybody is mentioned only if that is allowed. */
function safeMentions(text: string, mayMentionAll: boolean): string {
  const { users, everyone, tasks } = mentionsOf(text, 'md');
  const isPlain = users.length + tasks.length === 0 && !everyone && !/class="mention/.test(text);
  const plain = isPlain ? text : text.replaceAll(/<(?=\/?(?:span|a)\b)/gi, '‹');
  return plain.replaceAll(EVERYONE_MARK, mayMentionAll ? EVERYONE : '@all').replaceAll('\0', '');
}
