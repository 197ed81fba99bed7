import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fileLimit, storeFile } from '#modules/files/files.service';
import { linkImportedFile } from '#modules/tasks/details/files.service';
import type { App } from '#platform/app';
import { Failure } from '#platform/fail';
import { makeFolder } from '#platform/files/durableFile';
import { OutboundRefused, OutboundTooLarge } from '#platform/outside/outbound';
import { type Caller, performWork } from '#platform/work';
import type { ImportPlan } from '../imports.plan.ts';
import { findImportedTaskFile, findImportedTaskId } from './files.queries.ts';
import { keysOf } from './projects.import.ts';
import type { Tally } from './tally.ts';

/** A file of a planned task, with the keys by which both are recognized. */
interface WantedFile {
  key: string;
  taskKey: string;
  name: string;
  url: string;
  where: string;
}

const wantedFiles = ({ source, projects }: ImportPlan): WantedFile[] =>
  projects.flatMap((project) => {
    const keyOf = keysOf(source, project);
    return project.tasks.flatMap((task) =>
      task.attachments
        .filter((each) => each.is_file)
        .map(({ external_id, name, url }) => ({
          key: keyOf(external_id),
          taskKey: keyOf(task.external_id),
          name,
          url,
          where: `${task.name} › ${name}`,
        })),
    );
  });

const AT_ONCE = 4;

/**
 * Downloads the files stored at the other product, after the records: each one separately, so that a failure affects no
 * other file. Files of an earlier import are not requested again.
 */
export async function importFiles(app: App, caller: Caller, plan: ImportPlan, tally: Tally): Promise<void> {
  const waiting = wantedFiles(plan);
  const maxBytes = await fileLimit(app);
  await makeFolder(app.uploadDir);
  const next = async (): Promise<void> => {
    for (let wanted = waiting.shift(); wanted; wanted = waiting.shift()) {
      try {
        await importFile(app, caller, wanted, maxBytes, tally);
      } catch (error) {
        tally.miss(reasonOf(error), wanted.where);
      }
      tally.step();
    }
  };
  const rest = await Promise.allSettled(Array.from({ length: AT_ONCE }, next));
  for (const each of rest) if (each.status === 'rejected') throw each.reason;
}

function reasonOf(error: unknown): 'file_refused' | 'file_large' | 'file_failed' {
  if (error instanceof OutboundRefused) return 'file_refused';
  const isLarge = error instanceof OutboundTooLarge || (error instanceof Failure && error.code === 'upload.large');
  return isLarge ? 'file_large' : 'file_failed';
}

async function importFile(
  app: App,
  caller: Caller,
  { key, taskKey, name, url }: WantedFile,
  maxBytes: number,
  tally: Tally,
): Promise<void> {
  const task = await findImportedTaskId(app.db, taskKey);
  const known = await findImportedTaskFile(app.db, key);
  if (!task || known) return;
  const to = path.join(app.uploadDir, `fetched-${randomUUID()}`);
  try {
    const { bytes } = await app.download({ url, to, maxBytes });
    const file = await storeFile(app, caller.userid, { path: to, name, size: bytes });
    const isKept = await performWork(app, caller, (work) =>
      linkImportedFile(work, { taskId: task.id, fileId: file.id, key }),
    );
    if (isKept) tally.count('files');
  } finally {
    await rm(to, { force: true });
  }
}
