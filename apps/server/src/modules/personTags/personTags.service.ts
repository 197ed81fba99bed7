import type { InputOf } from '@atrium/contract/kit.ts';
import type { PersonTag, PersonTags, UserExtra } from '@atrium/contract/people/personTags.ts';
import * as contract from '@atrium/contract/people/personTags.ts';
import { displayName } from '#modules/users/present.service';
import { findUser } from '#modules/users/users.service';
import { fail } from '#platform/fail';
import { isAdmin, type View, type Work } from '#platform/work';
import {
  countTags,
  deleteRecognition,
  deleteRecognitionsBy,
  deleteTagRow,
  deleteTagsOf,
  findTag,
  hasTag,
  insertRecognition,
  insertTag,
  listTagRows,
  lockPerson,
  setTagName,
  type TagRow,
} from './personTags.queries.ts';

/** Profiles of deleted accounts are not shown. */
export async function showExtra(view: View, { userid }: InputOf<typeof contract.userExtra>): Promise<UserExtra> {
  const user = await findUser(view.tx, userid ?? view.caller.userid);
  if (!user) throw fail('user.gone');
  const { top, total } = await tagsOf(view, user.userid);
  const isGone = user.delete_at !== null;
  return {
    userid: user.userid,
    birthday: isGone ? null : user.birthday,
    address: isGone ? '' : user.address,
    introduction: isGone ? '' : user.introduction,
    personal_tags: top,
    personal_tags_total: total,
  };
}

export async function listTags(view: View, input: InputOf<typeof contract.personTagLists>): Promise<PersonTags> {
  const userid = input.userid ?? view.caller.userid;
  if (!(await findUser(view.tx, userid))) throw fail('user.gone');
  return tagsOf(view, userid);
}

async function tagsOf(view: View, userid: number): Promise<PersonTags> {
  const rows = await listTagRows(view.tx, userid, view.caller.userid);
  const list = rows.map((row) => presentTag(view, row));
  return { list, top: list.slice(0, contract.PERSON_TAGS_TOP), total: list.length };
}

function presentTag(view: View, row: TagRow): PersonTag {
  const mayChange = isOwn(view, row);
  return {
    id: row.id,
    user_id: row.userid,
    name: row.name,
    created_by: row.created_by,
    created_by_name: displayName(row, view.caller.lang),
    recognition_total: row.recognitions,
    recognized: row.is_recognized,
    can_edit: mayChange,
    can_delete: mayChange,
  };
}

const isOwn = ({ caller }: View, tag: { userid: number; created_by: number }) =>
  isAdmin(caller) || tag.userid === caller.userid || tag.created_by === caller.userid;

export async function addTag(work: Work, { userid, name }: InputOf<typeof contract.personTagAdd>) {
  const user = await lockPerson(work.tx, userid);
  if (!user || user.delete_at) throw fail('user.gone');
  if (user.bot > 0) throw fail('person_tag.bot');
  if (await hasTag(work.tx, userid, name)) throw fail('person_tag.taken', { name });
  const limit = contract.PERSON_TAGS_MAX;
  if ((await countTags(work.tx, userid)) >= limit) throw fail('person_tag.limit', { limit });
  await insertTag(work.tx, { userid, name, created_by: work.caller.userid });
  return announce(work, userid);
}

/** Votes for a tag carry over to its new name. */
export async function renameTag(work: Work, { tag_id, name }: InputOf<typeof contract.personTagUpdate>) {
  const tag = await ownTag(work, tag_id);
  if (await hasTag(work.tx, tag.userid, name, tag.id)) throw fail('person_tag.taken', { name });
  await setTagName(work.tx, name, tag.id);
  return announce(work, tag.userid);
}

export async function deleteTag(work: Work, { tag_id }: InputOf<typeof contract.personTagDelete>) {
  const tag = await ownTag(work, tag_id);
  await deleteTagRow(work.tx, tag.id);
  return announce(work, tag.userid);
}

export async function recognizeTag(work: Work, { tag_id }: InputOf<typeof contract.personTagRecognize>) {
  const tag = await lockedTag(work, tag_id);
  const { userid } = work.caller;
  const undone = await deleteRecognition(work.tx, tag.id, userid);
  if (undone.numDeletedRows === 0n) {
    await insertRecognition(work.tx, tag.id, userid);
  }
  return announce(work, tag.userid);
}

/** Deletes a person's tags and their votes for others' tags; tags they added to others stay. */
export async function dropTags({ tx }: Work, userid: number): Promise<void> {
  await deleteTagsOf(tx, userid);
  await deleteRecognitionsBy(tx, userid);
}

async function lockedTag(work: Work, id: number) {
  const known = await findTag(work.tx, id);
  if (!known) throw fail('person_tag.gone');
  await lockPerson(work.tx, known.userid);
  const tag = await findTag(work.tx, id);
  if (!tag) throw fail('person_tag.gone');
  return tag;
}

async function ownTag(work: Work, id: number) {
  const tag = await lockedTag(work, id);
  if (!isOwn(work, tag)) throw fail('person_tag.own');
  return tag;
}

function announce(work: Work, userid: number): Promise<PersonTags> {
  work.emit(contract.personTagsChanged, { aud: 'all' }, { userid });
  return tagsOf(work, userid);
}
