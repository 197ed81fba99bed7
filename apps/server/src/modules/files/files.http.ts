import { fullName } from '@atrium/contract/driveTypes.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { opensAny, seesAnyTask } from '#modules/dialogs/dialogs.access';
import { driveByKey, seenAmong } from '#modules/drive/drive.access';
import { noteDrive, noteLook } from '#modules/recents/note.service';
import type { App } from '#platform/app';
import type { Authenticator } from '#platform/module';
import type { Caller, View } from '#platform/work';
import { type FileRow, findShown, type Shown } from './files.queries.ts';
import { fileCaller, openAddress, openFileKey } from './keys.service.ts';
import { sendThumb, sendWhole } from './send.service.ts';

interface Asked {
  Params: { token: string; name?: string };
  Querystring: { key?: string; down?: string; token?: string };
}

/** Files under their addresses. Whoever may not see one is told that it is not there. */
export function registerDownloads(server: FastifyInstance, app: App, sessions: Authenticator): void {
  const callerOf = async (request: FastifyRequest<Asked>) =>
    (await openAddress(app, request.params.token, request.query.key ?? '')) ?? fileCaller(app, sessions, request);
  const serve = async (request: FastifyRequest<Asked>, reply: FastifyReply, isThumb: boolean) => {
    const given = await openFileKey(app, request.query.key ?? '');
    const caller = given ? undefined : await callerOf(request);
    const file = caller || given ? await findShown(app.db, request.params.token) : undefined;
    const view = {
      tx: app.db,
      app,
      now: new Date(),
      caller: (caller ?? { userid: 0, identity: [] }) as unknown as Caller,
    };
    const row =
      given && file?.drive.includes(given.fileId) ? await driveByKey(view, given.fileId, given.holder) : undefined;
    // Through a public link only what the file holds now; whoever may read the file itself gets its earlier versions.
    const isGiven = row && given && (!given.holder.code || row.stored_id === file?.id);
    const inDrive = caller && file ? await seenAmong(view, file.drive) : undefined;
    const isTold = caller && file && ((await opensAny(view, file.dialogs)) || (await seesAnyTask(view, file.tasks)));
    if (!file || !(isGiven || inDrive || isTold) || (isThumb && file.thumb_size === 0)) {
      return reply.status(404).type('text/plain').send('not found');
    }
    if (isThumb) return sendThumb(reply, app, file);
    if (isTold && isLook(request, file)) await noteFile(view, file);
    else if (inDrive && isLook(request, file)) await noteDrive(view, inDrive.id);
    const name = inDrive ? fullName(inDrive) : file.name;
    return sendWhole(request, reply, app, { ...file, name }, request.query.down !== 'yes');
  };
  server.get<Asked>('/file/thumb/:token', (request, reply) => serve(request, reply, true));
  server.get<Asked>('/file/:token/:name', (request, reply) => serve(request, reply, false));
}

/** Whole files that somebody opens; sounds are listened to where they stand, and films are asked for in parts. */
const isLook = ({ headers }: FastifyRequest<Asked>, { mime }: FileRow) =>
  !headers.range && !headers['if-none-match'] && !mime.startsWith('audio/');

/** In a task that it is kept with, else in the conversation that is open to them. Not worth failing for. */
async function noteFile({ tx, caller, now, app }: View, { id, tasks, dialogs }: Shown): Promise<void> {
  const [task, dialog] = [tasks.at(-1), dialogs.at(-1)];
  const place = task
    ? ({ type: 'task_file', source_id: task } as const)
    : ({ type: 'message_file', source_id: dialog ?? 0 } as const);
  await noteLook(tx, { userid: caller.userid, target_id: id, ...place }, now).catch((error: unknown) =>
    app.log.warn({ err: error, file: id }, 'a look at a file was not kept'),
  );
}
