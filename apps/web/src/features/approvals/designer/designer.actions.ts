import type { ApprovalContent } from '@atrium/contract/approvals/definition.ts';
import {
  procdefDel,
  procdefDiscard,
  procdefList,
  procdefOne,
  procdefOpen,
  procdefPublish,
  procdefSave,
  procdefTry,
  procdefVersions,
} from '@atrium/contract/approvals/forms.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';

export const readDefinitions = () => client.api.read(procdefList, {});
export const readDefinition = (id: number, version = 0) =>
  client.api.read(procdefOne, { id, ...(version > 0 && { version }) });
export const readVersions = (id: number) => client.api.read(procdefVersions, { id });
export const tryContent = (input: InputOf<typeof procdefTry>) => client.api.read(procdefTry, input);

/** Stores a draft; `id` 0 = of a new definition. @throws the server's error */
export const saveDraft = (id: number, content: ApprovalContent) =>
  client.api.call(procdefSave, { ...(id > 0 && { id }), content });
/** @throws the server's error */
export const publishDraft = (id: number) => client.api.call(procdefPublish, { id });

/** Carries out a change, and shows its error. Undefined if it was refused. */
async function shown<T>(change: Promise<T>): Promise<T | undefined> {
  try {
    return await change;
  } catch (error) {
    notify(wordsOf(error), { kind: 'error' });
    return undefined;
  }
}
export const createDefinition = (content: ApprovalContent) => shown(saveDraft(0, content));
export const discardDraft = (id: number) => shown(client.api.call(procdefDiscard, { id }));
export const setOpen = (id: number, open: boolean) => shown(client.api.call(procdefOpen, { id, open }));
export const removeDefinition = (id: number) => shown(client.api.call(procdefDel, { id }));
/** The content of a version. */
export const fetchVersion = (id: number, version: number) => shown(readDefinition(id, version));
