import { PERMISSION } from '@atrium/contract/files/drive.ts';
import type * as contract from '@atrium/contract/files/office.ts';
import { OFFICE_S } from '@atrium/contract/files/office.ts';
import type { InputOf, OutputOf } from '@atrium/contract/kit.ts';
import type { Settings } from '@atrium/contract/workspace/settings.ts';
import { type DriveRow, driveFor } from '#modules/drive/drive.access';
import { issueFileKey } from '#modules/files/keys.service';
import { settingsOf } from '#modules/system/settings.service';
import type { App } from '#platform/app';
import { Failure, fail } from '#platform/fail';
import type { View } from '#platform/work';
import { discover, officeActions } from './discovery.service.ts';

/** Nothing is offered without an office server, or while it cannot be reached. */
export async function listKinds({ app }: View): Promise<OutputOf<typeof contract.officeKinds>> {
  const actions = await officeActions(app).catch((error: unknown) => {
    if (error instanceof Failure) return [];
    throw error;
  });
  const named = (wanted: string) => [...new Set(actions.filter(({ name }) => name === wanted).map(({ ext }) => ext))];
  return { edit: named('edit'), view: named('view') };
}

/** Finds the action for a file: editing for people who may write it, otherwise reading. @throws office.kind */
export async function actionFor(app: App, row: Pick<DriveRow, 'ext' | 'permission'>) {
  const actions = (await officeActions(app)).filter(({ ext }) => ext === row.ext.toLowerCase());
  const edit = actions.find(({ name }) => name === 'edit');
  const found = row.permission >= PERMISSION.write ? edit : (actions.find(({ name }) => name === 'view') ?? edit);
  if (!found) throw fail('office.kind');
  return found;
}

export async function openInOffice(view: View, { id }: InputOf<typeof contract.officeOpen>) {
  const row = await driveFor(view, id, 'read');
  if ((await settingsOf(view.app)).office_server === '') throw fail('office.none');
  if (row.type === 'folder') throw fail('office.kind');
  await actionFor(view.app, row);
  const key = await issueFileKey(view, row.id, { kind: 'office', seconds: OFFICE_S });
  return { url: `/office/${row.id}?key=${encodeURIComponent(key)}`, may_write: row.permission >= PERMISSION.write };
}

/**
 * Checks that the office server answers, before a page is opened that needs it. @throws setting.address,
 * office.unreachable
 */
export async function requireOfficeServer({ app }: Pick<View, 'app'>, { office_server }: Settings) {
  if (!office_server || office_server === (await settingsOf(app)).office_server) return;
  if (!/^https?:\/\//.test(office_server) || !URL.canParse(office_server)) throw fail('setting.address');
  await discover(app, office_server);
}
