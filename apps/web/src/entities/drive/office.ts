import { officeKinds, officeOpen } from '@atrium/contract/files/office.ts';
import type { OutputOf } from '@atrium/contract/kit.ts';
import { client } from '#sync/session.ts';
import { useRequest } from '#sync/store/useRequest.ts';

export type OfficeKinds = OutputOf<typeof officeKinds>;
const NONE: OfficeKinds = { edit: [], view: [] };
/** The list is asked for again after this time, because an administrator may name another server. */
const FRESH_MS = 600_000;
let asked: { at: number; answer: Promise<OfficeKinds> } | undefined;

function askKinds(): Promise<OfficeKinds> {
  if (asked && Date.now() - asked.at < FRESH_MS) return asked.answer;
  const answer = client.api.read(officeKinds, {}).catch(() => NONE);
  asked = { at: Date.now(), answer };
  return answer;
}

/** The files that the office server of the workspace edits; null until they are known. */
export const useOfficeKinds = (): OfficeKinds | null => useRequest(askKinds).data;

/** The address of a page that edits the file, or shows it. */
export const openInOffice = (id: number) => client.api.call(officeOpen, { id });
