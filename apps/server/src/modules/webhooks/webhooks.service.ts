import { randomInt } from 'node:crypto';
import type * as contract from '@atrium/contract/chat/webhooks.ts';
import { MOST_WEBHOOKS, WEBHOOK_NAME, type Webhook } from '@atrium/contract/chat/webhooks.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { translate } from '@atrium/i18n/translate.ts';
import { endAccount } from '#modules/accounts/accounts.service';
import { createBotAccount } from '#modules/auth/signUp/account.service';
import { chosenAvatar } from '#modules/avatars/avatars.service';
import { dialogFor, isManagerOf } from '#modules/dialogs/dialogs.access';
import { speakerFor } from '#modules/messages/sending/send.service';
import { avatarUrl, displayName } from '#modules/users/present.service';
import { nameFields, saveUser } from '#modules/users/profile.service';
import { findUser } from '#modules/users/users.service';
import { randomHex, tokenHash } from '#platform/crypto';
import { Failure, fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { wireTime } from '#platform/time/time';
import { isAdmin, type View, type Work } from '#platform/work';
import { postAs } from './post.service.ts';
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  lockWebhooks,
  updateWebhook,
  type WebhookRow,
} from './webhooks.queries.ts';

/** A secret has letters and digits only, because some programs accept no others. */
const SECRET_BYTES = 24;
const SHOWN = 500;
const about = (hash: string) => `webhook.${hash}`;

function present({ app, caller }: View, row: WebhookRow): Webhook {
  const isOwn = row.userid === caller.userid;
  return {
    id: row.id,
    dialog_id: row.dialog_id,
    dialog_name: row.dialog_name,
    name: row.nickname,
    avatar: avatarUrl(app, row),
    userid: row.userid,
    nickname: displayName({ nickname: row.maker_name, email: row.maker_email }),
    url: isOwn ? `${app.publicUrl}/hook/${app.secrets.open(row.secret, about(row.secret_hash))}` : '',
    mention_all: row.may_mention_all,
    posts: row.posts,
    used_at: row.used_at && wireTime(row.used_at),
    created_at: wireTime(row.created_at),
  };
}

/** @throws dialog.gone, forbidden */
export async function listFor(view: View, { dialog_id, all }: InputOf<typeof contract.webhookList>) {
  const { tx, caller } = view;
  if (all && !isAdmin(caller)) throw fail('forbidden');
  const seesOthers = dialog_id ? await isManager(view, dialog_id) : all;
  const filter = { ...(dialog_id && { dialogId: dialog_id }), ...(!seesOthers && { userid: caller.userid }) };
  const rows = await listWebhooks(tx, filter, SHOWN);
  return { list: rows.map((row) => present(view, row)) };
}

/** True if the caller sees and revokes the webhooks of others in a conversation. @throws dialog.gone */
const isManager = async (view: View, dialogId: number): Promise<boolean> =>
  isManagerOf(view, await dialogFor(view, dialogId));

/** @throws dialog.gone, group.only, message.muted, webhook.many, webhook.name */
export async function addWebhook(work: Work, input: InputOf<typeof contract.webhookAdd>): Promise<Webhook> {
  checkName(input.name);
  const dialog = await speakerFor(work, input.dialog_id, { isGroup: true });
  if ((await lockWebhooks(work.tx, dialog.id)) >= MOST_WEBHOOKS) throw fail('webhook.many', { limit: MOST_WEBHOOKS });
  const user = await createBotAccount(work, {
    email: `webhook-${String(randomInt(10_000_000, 100_000_000))}${String(randomInt(10_000_000, 100_000_000))}@bot.system`,
    nickname: input.name,
    userimg: input.avatar === undefined ? '' : await chosenAvatar(work, input.avatar, 'avatar'),
  });
  const secret = randomHex(SECRET_BYTES);
  const hash = tokenHash(secret);
  const id = await insertWebhook(work.tx, {
    dialog_id: dialog.id,
    userid: work.caller.userid,
    bot_id: user.userid,
    secret_hash: hash,
    secret: work.app.secrets.seal(secret, about(hash)),
    may_mention_all: input.mention_all ?? false,
  });
  const row = await webhookOf(work, id);
  auditHook(work, 'token.created', row);
  return present(work, row);
}

/** @throws webhook.gone, webhook.name */
export async function editWebhook(work: Work, input: InputOf<typeof contract.webhookEdit>): Promise<Webhook> {
  const row = await webhookOf(work, input.id);
  if (row.userid !== work.caller.userid) throw fail('webhook.gone');
  if (input.name !== undefined) checkName(input.name);
  if (input.name !== undefined || input.avatar !== undefined) {
    await saveUser(work, row.bot_id, {
      ...(input.name !== undefined && nameFields(input.name, '')),
      ...(input.avatar !== undefined && { userimg: await chosenAvatar(work, input.avatar, 'avatar') }),
    });
  }
  if (input.mention_all !== undefined) await updateWebhook(work.tx, row.id, { may_mention_all: input.mention_all });
  return present(work, await webhookOf(work, row.id));
}

function checkName(name: string): void {
  const length = [...name].length;
  if (length < WEBHOOK_NAME.min || length > WEBHOOK_NAME.max) throw fail('webhook.name', WEBHOOK_NAME);
}

function auditHook(work: Work, action: 'token.created' | 'token.revoked', row: WebhookRow): void {
  work.audit({
    action,
    target: { type: 'dialog', id: row.dialog_id, name: row.dialog_name },
    detail: { kind: 'webhook', name: row.nickname },
  });
}

async function webhookOf({ tx }: View, id: number): Promise<WebhookRow> {
  const row = await findWebhook(tx, id);
  if (!row) throw fail('webhook.gone');
  return row;
}

/** @throws webhook.gone, and the errors of sending */
export async function testWebhook(direct: Direct, { id }: InputOf<typeof contract.webhookTest>) {
  const row = await webhookOf(direct, id);
  if (row.userid !== direct.caller.userid) throw fail('webhook.gone');
  await postAs(direct.app, row, { text: translate(direct.caller.lang, 'webhook.test', { name: row.nickname }) });
  return {};
}

/** @throws webhook.gone */
export async function revokeWebhook(work: Work, { id }: InputOf<typeof contract.webhookRevoke>) {
  const row = await webhookOf(work, id);
  if (row.userid !== work.caller.userid && !isAdmin(work.caller) && !(await managesQuietly(work, row.dialog_id))) {
    throw fail('webhook.gone');
  }
  auditHook(work, 'token.revoked', row);
  const user = await findUser(work.tx, row.bot_id);
  await deleteWebhook(work.tx, id);
  if (user) await endAccount(work, user, { receiver: null, reason: 'webhook revoked' });
  return {};
}

/** True if the caller manages the conversation; false if they cannot see it, so that its existence stays hidden. */
async function managesQuietly(work: Work, dialogId: number): Promise<boolean> {
  try {
    return await isManager(work, dialogId);
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}
