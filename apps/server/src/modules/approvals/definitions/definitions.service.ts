import { approvalFormsChanged } from '@atrium/contract/approvals/approvals.ts';
import { checkDefinition } from '@atrium/contract/approvals/check.ts';
import { type ApprovalContent, blankContent } from '@atrium/contract/approvals/definition.ts';
import { maySubmit } from '@atrium/contract/approvals/flow.ts';
import type {
  ApprovalDefinition,
  FullApprovalDefinition,
  procdefAll,
  procdefDel,
  procdefDiscard,
  procdefOne,
  procdefOpen,
  procdefPublish,
  procdefSave,
  procdefVersions,
} from '@atrium/contract/approvals/forms.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import type { Language } from '@atrium/i18n/languages.ts';
import { departmentsOf } from '#modules/users/departmentNames.service';
import { displayName } from '#modules/users/present.service';
import { findUser, listActiveIds, listBasics } from '#modules/users/users.service';
import { fail } from '#platform/fail';
import { wireTime } from '#platform/time/time';
import type { View, Work } from '#platform/work';
import {
  countDefinitions,
  type DefinitionRow,
  findContent,
  findDefinition,
  findDefinitionByName,
  insertDefinition,
  insertVersion,
  listDefinitions,
  listVersions,
  lockDefinition,
  updateDefinition,
} from './definitions.queries.ts';
import { resourceOf } from './resource.ts';
import { contentIn, formNameIn, namesLike } from './standardTexts.ts';

const MOST_DEFINITIONS = 200;

/** A definition that people can submit now, with its published content. */
export type OpenDefinition = DefinitionRow & { content: ApprovalContent };
const isSubmittable = (row: DefinitionRow): row is OpenDefinition =>
  row.version > 0 && row.is_open && row.content !== null;

/** The definitions that the caller may submit. */
export async function listSubmittable({ app, tx, caller }: View): Promise<OpenDefinition[]> {
  const user = await findUser(tx, caller.userid);
  if (!user) return [];
  const departments = departmentsOf(app);
  return (await listDefinitions(tx))
    .filter(isSubmittable)
    .filter(({ content }) => maySubmit(content, user, departments));
}

/** @throws approval.form  also for one that the caller may not submit */
export async function submittableFor(view: View, which: { id?: number | undefined; name?: string | undefined }) {
  const row = which.id
    ? await findDefinition(view.tx, which.id)
    : which.name
      ? await findDefinitionByName(view.tx, namesLike(which.name))
      : undefined;
  const user = await findUser(view.tx, view.caller.userid);
  if (!row || !user || !isSubmittable(row) || !maySubmit(row.content, user, departmentsOf(view.app))) {
    throw fail('approval.form');
  }
  return row;
}

export async function listForms(view: View) {
  const list = (await listSubmittable(view)).map(({ id, version, content }) => {
    const { name, about, icon, group, form, effect } = contentIn(content, view.caller.lang);
    return { id, version, name, about, icon, group, form, effect };
  });
  return {
    list: list.toSorted((a, b) => a.group.localeCompare(b.group) || a.id - b.id),
    departments: [...departmentsOf(view.app)],
  };
}

/** Lists the forms that the caller may submit, as older clients show them before a request. */
export async function listOlder(view: View, { name = '' }: InputOf<typeof procdefAll>) {
  const found = (await listSubmittable(view))
    .map((row) => ({ ...row, content: contentIn(row.content, view.caller.lang) }))
    .filter(({ content }) => content.name.toLowerCase().includes(name.toLowerCase()));
  const people = await listBasics(view.tx, [...new Set(found.map((row) => row.published_by ?? 0))]);
  const rows = found.map((row) => {
    const by = people.find(({ userid }) => userid === row.published_by);
    return {
      id: row.id,
      name: row.content.name,
      version: row.version,
      resource: resourceOf(row.content.flow),
      userid: row.published_by ?? 0,
      username: by ? displayName(by) : '',
      company: '',
      deploy_time: wireTime(row.published_at ?? row.updated_at),
      created_time: wireTime(row.created_at),
    };
  });
  return { rows, total: rows.length, page: 1, page_size: rows.length };
}

// For administrators --------------------------------------------------------------------------------------------------

function present(row: DefinitionRow, lang: Language): ApprovalDefinition {
  const { name, icon, group, submitters } = row.draft ?? row.content ?? blankContent(row.name);
  return {
    id: row.id,
    name: formNameIn(name, lang),
    icon,
    group,
    submitters,
    version: row.version,
    is_open: row.is_open,
    has_draft: row.draft !== null,
    running: row.running,
    updated_at: wireTime(row.updated_at),
    updated_by: row.updated_by,
  };
}

/** @throws approval.form */
async function definitionFor({ tx }: View, id: number): Promise<DefinitionRow> {
  const row = await findDefinition(tx, id);
  if (!row) throw fail('approval.form');
  return row;
}

async function presentFull(view: View, id: number, version?: number): Promise<FullApprovalDefinition> {
  const row = await definitionFor(view, id);
  const content = version ? await findContent(view.tx, id, version) : (row.draft ?? row.content);
  if (!content) throw fail('approval.form');
  const { lang } = view.caller;
  return { ...present(row, lang), content: contentIn(content, lang), problems: checkDefinition(content) };
}

export const listAll = async ({ tx, caller }: View) => ({
  list: (await listDefinitions(tx)).map((row) => present(row, caller.lang)),
});

export const readDefinition = (view: View, { id, version }: InputOf<typeof procdefOne>) =>
  presentFull(view, id, version);

/** @throws approval.form, approval.name, approval.many */
export async function saveDraft(work: Work, { id, content }: InputOf<typeof procdefSave>) {
  const { tx, caller, now } = work;
  const draft: ApprovalContent = { ...content, name: content.name.trim() };
  if (!id) {
    await requireFreeName(work, 0, draft.name);
    if ((await countDefinitions(tx)) >= MOST_DEFINITIONS) throw fail('approval.many', { limit: MOST_DEFINITIONS });
    const made = await insertDefinition(tx, { name: draft.name, draft, updated_by: caller.userid });
    if (made === undefined) throw fail('approval.name');
    return presentFull(work, made);
  }
  await lockDefinition(tx, id);
  const row = await definitionFor(work, id);
  if (draft.name.toLowerCase() !== row.name.toLowerCase()) {
    // If the draft has the stored name in another language, the stored spelling stays.
    if (namesLike(draft.name).includes(row.name.toLowerCase())) draft.name = row.name;
    else await requireFreeName(work, id, draft.name);
  }
  // Until the definition is published, people know it by its old name.
  const name = row.version === 0 ? draft.name : row.name;
  await updateDefinition(tx, id, { name, draft, updated_by: caller.userid, updated_at: now });
  return presentFull(work, id);
}

async function requireFreeName({ tx }: View, id: number, name: string): Promise<void> {
  const other = await findDefinitionByName(tx, namesLike(name));
  if (other && other.id !== id) throw fail('approval.name');
}

/** @throws approval.form, approval.definition, approval.people, approval.name */
export async function publish(work: Work, { id }: InputOf<typeof procdefPublish>) {
  await lockDefinition(work.tx, id);
  const row = await definitionFor(work, id);
  if (row.draft) await publishContent(work, row, row.draft);
  return presentFull(work, id);
}

async function publishContent(work: Work, row: DefinitionRow, content: ApprovalContent): Promise<void> {
  const problems = checkDefinition(content);
  if (problems.length > 0) throw fail('approval.definition', { problems });
  if (content.name !== row.name) await requireFreeName(work, row.id, content.name);
  await requirePeople(work, content);
  const version = row.version + 1;
  const { userid } = work.caller;
  await insertVersion(work.tx, { definition_id: row.id, version, content, published_by: userid });
  await updateDefinition(work.tx, row.id, {
    name: content.name,
    draft: null,
    version,
    updated_by: userid,
    updated_at: work.now,
  });
  work.audit({
    action: 'approval.published',
    target: { type: 'approval_form', id: row.id, name: content.name },
    detail: { version },
  });
  work.emit(approvalFormsChanged, { aud: 'all' }, {});
}

/** Checks that everybody named in a flow has an active account. @throws approval.people */
async function requirePeople({ tx }: View, { flow }: ApprovalContent): Promise<void> {
  const named = flow.flatMap((node) => {
    if (node.type === 'condition' || node.type === 'parallel') return [];
    const people = 'userids' in node.who ? node.who.userids : [];
    return node.type === 'approver' && node.nobody.rule === 'person' ? [...people, node.nobody.userid] : people;
  });
  const wanted = [...new Set(named)];
  if ((await listActiveIds(tx, wanted)).length < wanted.length) throw fail('approval.people');
}

export async function discardDraft(work: Work, { id }: InputOf<typeof procdefDiscard>) {
  await lockDefinition(work.tx, id);
  const row = await definitionFor(work, id);
  if (row.version === 0) throw fail('approval.form');
  await updateDefinition(work.tx, id, { draft: null, updated_by: work.caller.userid, updated_at: work.now });
  return presentFull(work, id);
}

export async function setOpen(work: Work, { id, open }: InputOf<typeof procdefOpen>) {
  await lockDefinition(work.tx, id);
  const { name } = await definitionFor(work, id);
  await updateDefinition(work.tx, id, { is_open: open, updated_by: work.caller.userid, updated_at: work.now });
  work.audit({
    action: open ? 'approval.opened' : 'approval.closed',
    target: { type: 'approval_form', id, name },
  });
  work.emit(approvalFormsChanged, { aud: 'all' }, {});
  return present(await definitionFor(work, id), work.caller.lang);
}

export async function versionsOf(view: View, { id }: InputOf<typeof procdefVersions>) {
  await definitionFor(view, id);
  const list = await listVersions(view.tx, id);
  return { list: list.map((each) => ({ ...each, published_at: wireTime(each.published_at) })) };
}

/** @throws approval.unfinished  while requests run */
export async function removeDefinition(work: Work, { id }: InputOf<typeof procdefDel>) {
  await lockDefinition(work.tx, id);
  const { name, running } = await definitionFor(work, id);
  if (running > 0) throw fail('approval.unfinished');
  await updateDefinition(work.tx, id, { deleted_at: work.now, updated_by: work.caller.userid, updated_at: work.now });
  work.audit({ action: 'approval.deleted', target: { type: 'approval_form', id, name } });
  work.emit(approvalFormsChanged, { aud: 'all' }, {});
  return {};
}

/** Creates and publishes definitions where there are none yet, for a fresh workspace. */
export async function seedDefinitions(work: Work, contents: readonly ApprovalContent[]): Promise<void> {
  if ((await countDefinitions(work.tx)) > 0) return;
  for (const content of contents) {
    const id = await insertDefinition(work.tx, { name: content.name, draft: content, updated_by: work.caller.userid });
    if (id !== undefined) await publishContent(work, await definitionFor(work, id), content);
  }
}
