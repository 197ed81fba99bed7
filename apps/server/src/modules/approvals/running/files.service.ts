import type { ApprovalField, ApprovalFile, ApprovalValues } from '@atrium/contract/approvals/definition.ts';
import type { fileUpload } from '@atrium/contract/approvals/submit.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { FORM_MS, holdForForm, presentFile, requireFileRate, storeFile, withBytes } from '#modules/files/files.service';
import type { FileOwner } from '#modules/files/owners.service';
import { fail } from '#platform/fail';
import type { Direct } from '#platform/http/route';
import { isAdmin, type Work } from '#platform/work';
import { sharesApproval } from '../reading/lists.queries.ts';
import { type FileOfApproval, insertFiles, listApprovalsOfFile, listUploaded } from './run.queries.ts';

/** Stores a file that a request or a comment will name by its token; unused ones are collected after a day. @throws what `storeFile` throws */
export async function uploadFile(direct: Direct, input: InputOf<typeof fileUpload>): Promise<ApprovalFile> {
  const { app, caller } = direct;
  requireFileRate(direct);
  const row = input.files
    ? await storeFile(app, caller.userid, input.files)
    : await withBytes(direct, input.image64 ?? '', input.filename ?? 'image.png', (file) =>
        storeFile(app, caller.userid, file),
      );
  await holdForForm(app, row);
  // A form that was not submitted shows its files for as long as this.
  await app.shortLived.set(previewKey(row.id), String(caller.userid), FORM_MS);
  return presentApprovalFile(row);
}

const previewKey = (fileId: number) => `approval-file:${fileId}`;

export function presentApprovalFile(row: FileOfApproval): ApprovalFile {
  const { name, ext, size, width, height, url, thumb } = presentFile(
    row as unknown as Parameters<typeof presentFile>[0],
  );
  return { token: row.token, name, ext, size, width, height, url, thumb };
}

export const tokensIn = (form: readonly ApprovalField[], values: ApprovalValues): string[] =>
  form.flatMap((field) => (field.kind === 'files' ? ((values[field.id] as string[] | undefined) ?? []) : []));

/** Attaches files to a request. @throws approval.file  for those of others, unless the request has them already */
export async function attachFiles({ tx, caller }: Work, approvalId: number, tokens: readonly string[]): Promise<void> {
  const wanted = [...new Set(tokens)];
  if (wanted.length === 0) return;
  const found = await listUploaded(tx, approvalId, wanted);
  const own = found.filter(({ userid, is_here }) => is_here || userid === caller.userid);
  if (own.length < wanted.length) throw fail('approval.file');
  await insertFiles(
    tx,
    approvalId,
    own.map(({ id }) => id),
  );
}

/**
 * Files of requests are open to everyone who may see the request; until it is submitted, only to the person who
 * uploaded them.
 */
export const approvalFiles: FileOwner = {
  async open({ tx, app, caller }, file) {
    const approvals = await listApprovalsOfFile(tx, file.id);
    if (approvals.length === 0) {
      return (await app.shortLived.get(previewKey(file.id))) === String(caller.userid) ? {} : undefined;
    }
    return isAdmin(caller) || (await sharesApproval(tx, approvals, caller.userid)) ? {} : undefined;
  },
};
