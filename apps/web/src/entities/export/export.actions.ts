import { type Export, taskExport, taskExportoverdue, taskExports } from '@atrium/contract/files/exports.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';

export interface ExportSelection {
  kind: Export['kind'];
  projectId?: number;
  userids: readonly number[];
  /** The first and the last day, `YYYY-MM-DD`. */
  days: readonly [string, string] | null;
  type: 'taskTime' | 'createdTime';
}

export const listExports = (projectId?: number) =>
  client.api.read(taskExports, { ...(projectId && { project_id: projectId }) });

/** Requests an export. Returns the server's error if it refused; '' if the export is being made. */
export async function askForExport({ kind, projectId, userids, days, type }: ExportSelection): Promise<string> {
  const where = projectId ? { project_id: projectId } : {};
  try {
    if (kind === 'overdue') await client.api.call(taskExportoverdue, where);
    else {
      await client.api.call(taskExport, {
        ...where,
        type,
        ...(userids.length > 0 && { userid: [...userids] }),
        ...(days && { time: [`${days[0]} 00:00:00`, `${days[1]} 23:59:59`] as const }),
      });
    }
    return '';
  } catch (error) {
    return wordsOf(error);
  }
}
