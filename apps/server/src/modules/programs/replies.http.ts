import { programReply } from '@atrium/contract/chat/actions.ts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { dialogFor } from '#modules/dialogs/dialogs.access';
import { callerNow } from '#modules/users/callers.service';
import { displayName } from '#modules/users/present.service';
import { findUser } from '#modules/users/users.service';
import type { App } from '#platform/app';
import { tokenHash } from '#platform/crypto';
import { neighbourhood } from '#platform/limiter';
import { readAnswer, UnusableAnswer } from './answer.ts';
import { carryOut, isRefusal, programOf } from './call.service.ts';
import { takeReply } from './programs.queries.ts';

const BODY_BYTES = 128 * 1024;
const WINDOW_MS = 10_000;
const REQUESTS_PER_NETWORK = 600;

/**
 * Receives later answers at `/hook/reply/SECRET`, as the call of the program named it. The person's rights are checked
 * again, because they may have left the conversation meanwhile.
 */
export function registerReplies(server: FastifyInstance, app: App): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<string>('*', { parseAs: 'string', bodyLimit: BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler(async (error, _request, reply) => {
      const { statusCode } = error as { statusCode?: number };
      if (error instanceof UnusableAnswer) return say(reply, 400, error.message);
      if (isRefusal(error)) return say(reply, 403, 'action_prohibited');
      if (statusCode && statusCode < 500) return say(reply, statusCode, 'invalid_payload');
      app.log.error({ err: error }, 'a program could not answer');
      return say(reply, 500, 'internal_error');
    });
    scope.post<{ Params: { secret: string } }>('/hook/reply/:secret', async (request, reply) => {
      if (!app.limiter.take(`replies:${neighbourhood(request.ip)}`, REQUESTS_PER_NETWORK, WINDOW_MS)) {
        return say(reply, 429, 'rate_limited');
      }
      const answer = readAnswer(typeof request.body === 'string' ? request.body : '');
      const row = await takeReply(app.db, tokenHash(request.params.secret.slice(0, 100)));
      const person = row && (await callerNow(app, row.userid));
      const bot = row && (await findUser(app.db, row.bot_id));
      if (!row || !person || !bot || bot.delete_at) return say(reply, 404, 'no_service');
      await dialogFor({ app, tx: app.db, caller: person, now: new Date() }, row.dialog_id);
      // The program is looked up again: the bot may have been removed, or its owner disabled.
      const { name } = await programOf(app, row.bot_id, row.dialog_id);
      const program = { bot: row.bot_id, name: name || displayName(bot) };
      const about = { dialogId: row.dialog_id, msgId: row.msg_id ?? 0 };
      // A later answer opens no form, because nobody has just asked for one.
      const { form: _form, ...later } = answer;
      const shown = await carryOut(app, person, program, about, later);
      if (shown.reply) {
        const { replaces: _replaces, ...reply } = shown.reply;
        const data = { dialog_id: row.dialog_id, ...reply };
        const { type, action } = programReply;
        app.hub.whisper(row.userid, JSON.stringify({ type, action, data }));
      }
      return say(reply, 200, 'ok');
    });
  });
}

const say = (reply: FastifyReply, status: number, word: string) => {
  if (status === 429) reply.header('retry-after', String(WINDOW_MS / 1000));
  return reply.status(status).header('content-type', 'text/plain; charset=utf-8').send(word);
};
