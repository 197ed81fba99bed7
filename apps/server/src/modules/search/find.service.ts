import type { Preview } from '@atrium/contract/chat/dialogs.ts';
import type { InputOf } from '@atrium/contract/kit.ts';
import type * as contract from '@atrium/contract/workspace/search.ts';
import type { DialogHit } from '@atrium/contract/workspace/search.ts';
import { parseSearch, type SearchQuery } from '@atrium/richtext/search/searchQuery.ts';
import { excerptOf, matchScore } from '@atrium/richtext/search/searchTerms.ts';
import type { Static } from 'typebox';
import { dialogFor, listOpenDialogs } from '#modules/dialogs/dialogs.access';
import { presentDialogs, presentNamed } from '#modules/dialogs/dialogs.service';
import { previewText } from '#modules/dialogs/preview.service';
import { wordsOf } from '#modules/searchIndex/documents.service';
import { anyOf, awaitOwnChange, mark, tsqueryOf } from '#modules/searchIndex/match.service';
import { searchPeople } from '#modules/users/directory.service';
import { likeText } from '#modules/users/users.service';
import { wireTime } from '#platform/time/time';
import type { View } from '#platform/work';
import {
  type Candidate,
  filterByKind,
  listCandidates,
  listFound,
  listMonths,
  listNamedDialogs,
  listNamedPeople,
  listTagged,
  type Place,
} from './search.queries.ts';

const MAX_IN_DIALOG = 200;
const CANDIDATES = 200;
/** The number of accessible messages below which all months are searched at once. */
const FEW = 20_000;
const FOREVER: Place = { at: 'infinity', id: 2_147_483_647 };
const EVER = '-infinity';

export async function searchMessages(view: View, input: InputOf<typeof contract.msgSearch>) {
  const { key, dialog_id, msg_type, take = 20 } = input;
  const query = parseSearch(key, view.now);
  await awaitOwnChange(view);
  if (dialog_id) {
    const { dialog } = await dialogFor(view, dialog_id);
    const found = await findMessages(view, query, { ids: [dialog.id], messages: dialog.last_seq }, MAX_IN_DIALOG);
    const ids = found.map((message) => message.id).sort((a, b) => a - b);
    return { data: msg_type ? await filterByKind(view.tx, ids, msg_type) : ids };
  }
  // The search finds more messages than are shown, so that a good match of last month comes before a poor one of today.
  const found = await findMessages(view, query, await listOpenDialogs(view), take * 2);
  return { data: await presentHits(view, query, ranked(view, query, found).slice(0, take)) };
}

const MAX_HITS = 20;

/** Finds conversations by name, by people and by message text, in this order until there are twenty. */
export async function searchDialogs(view: View, { key, dialog_only }: InputOf<typeof contract.dialogSearch>) {
  const named = (await presentNamed(view, key, MAX_HITS)).map(bare);
  const people = await searchPeople(view, { keys: { key }, take: MAX_HITS });
  const known = new Set(named.flatMap((hit) => hit.dialog_user?.userid ?? []));
  const strangers = (Array.isArray(people) ? people : people.data)
    .filter((user) => !known.has(user.userid))
    .map((user): DialogHit => ({ ...EMPTY, ...userHit(user) }));
  const hits = [...named, ...strangers].slice(0, MAX_HITS);
  if (dialog_only || hits.length === MAX_HITS) return hits;
  const { data } = await searchMessages(view, { key, take: MAX_HITS - hits.length });
  return [...hits, ...(data as DialogHit[])];
}

const MAX_TAGGED = 50;
const NO_WORDS = parseSearch('', new Date(0));

export async function searchTagged(view: View): Promise<DialogHit[]> {
  const { ids: dialogIds } = await listOpenDialogs(view);
  const found = await listFound(view.tx, await listTagged(view.tx, dialogIds, MAX_TAGGED), dialogIds);
  return presentHits(
    view,
    NO_WORDS,
    found.toSorted((a, b) => b.id - a.id),
  );
}

/** Finds matching messages, newest first, until there are enough or no more. */
async function findMessages(
  view: View,
  query: SearchQuery,
  open: { ids: readonly number[]; messages: number },
  enough: number,
): Promise<Candidate[]> {
  const dialogIds = await narrowed(view, query, open.ids);
  const tsquery = await conditionsOf(view, query);
  const isAnything = tsquery !== null || query.in.length > 0 || query.after !== null || query.before !== null;
  if (dialogIds.length === 0 || tsquery === false || !isAnything) return [];
  const found: Candidate[] = [];
  const isFew = open.messages <= FEW;
  let below: Place = query.before ? { at: dayStart(query.before), id: 0 } : FOREVER;
  for (const from of await windowsOf(view, query, isFew)) {
    for (;;) {
      const places = await listCandidates(view.tx, {
        dialogIds,
        query: tsquery,
        isFew,
        from,
        below,
        limit: CANDIDATES,
      });
      found.push(...(await verified(view, query, places, dialogIds)));
      if (found.length >= enough) return found.slice(0, enough);
      const last = places.at(-1);
      if (last) below = last;
      if (places.length < CANDIDATES) break;
    }
  }
  return found;
}

/** Checks the messages themselves: the index may be slightly outdated, and pairs of characters may be apart. */
async function verified(view: View, { words }: SearchQuery, places: readonly Place[], dialogIds: readonly number[]) {
  const ids = places.map((place) => place.id);
  const rows = new Map((await listFound(view.tx, ids, dialogIds)).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row && matchScore(words, wordsOf(row)) > 0 ? [row] : [];
  });
}

/** The first step covers about this many messages; each further one twice as many. */
const FIRST_LOOK = 30_000;

/**
 * The beginning of each further step of a search: a common word is found in the newest months; a rare one costs a
 * look-up in each month's small index.
 */
async function windowsOf(view: View, query: SearchQuery, isFew: boolean): Promise<string[]> {
  const oldest = query.after ?? EVER;
  if (isFew) return [dayStart(oldest)];
  const months = await listMonths(view.tx);
  const windows: string[] = [];
  let size = FIRST_LOOK;
  let seen = 0;
  for (const month of months) {
    if (query.before && month.from >= query.before) continue;
    if (oldest !== EVER && month.from <= oldest) break;
    seen += month.messages;
    if (seen < size) continue;
    windows.push(month.from);
    size *= 2;
    seen = 0;
  }
  return [...windows, oldest].map(dayStart);
}

const dayStart = (day: string) => (day === EVER ? day : `${day}T00:00:00Z`);

async function narrowed(view: View, query: SearchQuery, ids: readonly number[]): Promise<readonly number[]> {
  let left = ids;
  for (const name of query.in) left = await listNamedDialogs(view.tx, view.caller.userid, left, likeText(name));
  return left;
}

/** Returns the words and operators as one condition; null if there are none, false if nothing can match. */
async function conditionsOf(view: View, query: SearchQuery): Promise<string | null | false> {
  const more: string[] = [];
  const { userid } = view.caller;
  for (const name of query.from) {
    const people = name.toLowerCase() === 'me' ? [userid] : await listNamedPeople(view.tx, likeText(name));
    if (people.length === 0) return false;
    more.push(anyOf(people.map((id) => mark(`u${id}`))));
  }
  for (const kind of query.has) more.push(anyOf([mark(kind)]));
  for (const state of query.is) {
    if (state === 'edited' || state === 'reply') more.push(anyOf([mark(state)]));
    else if (state === 'mention') more.push(anyOf([mark('m0'), mark(`m${userid}`)]));
    else if (state === 'mine') more.push(anyOf([mark(`u${userid}`)]));
    // All other operators are for tasks only.
    else return false;
  }
  // Text without a word, such as a lone symbol, finds nothing rather than everything.
  if (query.words && tsqueryOf(query.words) === null) return false;
  return tsqueryOf(query.words, more);
}

const MONTH_MS = 30 * 86_400_000;

/** Relevance counts more than recency, but of two equal ones the newer comes first. */
function ranked(view: View, { words }: SearchQuery, found: readonly Candidate[]): Candidate[] {
  const score = (row: Candidate) => {
    const months = Math.max(0, view.now.getTime() - row.created_at.getTime()) / MONTH_MS;
    return matchScore(words, wordsOf(row)) + 1.5 / (1 + months);
  };
  return found
    .map((row) => ({ row, score: score(row) }))
    .sort((a, b) => b.score - a.score || b.row.id - a.row.id)
    .map(({ row }) => row);
}

async function presentHits(view: View, { words }: SearchQuery, found: readonly Candidate[]): Promise<DialogHit[]> {
  const dialogs = await presentDialogs(view, [...new Set(found.map((row) => row.dialog_id))]);
  const byId = new Map(dialogs.map((dialog) => [dialog.id, dialog]));
  return found.flatMap((row) => {
    const dialog = byId.get(row.dialog_id);
    const at = wireTime(row.created_at);
    return dialog
      ? [{ ...bare(dialog), last_msg: previewOf(view, words, row), last_at: at, search_msg_id: row.id }]
      : [];
  });
}

function previewOf(view: View, words: string, row: Candidate): Static<typeof Preview> {
  const text = wordsOf(row);
  return {
    id: row.id,
    dialog_id: row.dialog_id,
    type: 'preview',
    msg: { preview: text ? excerptOf(words, text) : previewText(row, view.caller.lang), type: row.type },
    userid: row.userid,
    percentage: 100,
    emoji: row.emoji.map(({ symbol }) => ({ symbol })),
    created_at: wireTime(row.created_at),
  };
}

const EMPTY = {
  type: 'user',
  group_type: '',
  avatar: '',
  bot: 0,
  group_info: null,
  dialog_delete: 0,
  is_disable: 0,
  last_msg: null,
  last_at: null,
};

const userHit = (user: {
  userid: number;
  nickname: string;
  email: string;
  pinyin: string;
  userimg: string;
  bot: number;
}) => ({
  id: `u:${user.userid}`,
  name: user.nickname,
  email: user.email,
  pinyin: user.pinyin,
  userimg: user.userimg,
  bot: user.bot > 0 ? user.userid : 0,
  dialog_user: { dialog_id: 0, userid: user.userid },
});

type Shown = Awaited<ReturnType<typeof presentDialogs>>[number];

/** A conversation without its unread counters. */
const bare = (dialog: Shown): DialogHit => ({
  id: dialog.id,
  type: dialog.type,
  group_type: dialog.group_type,
  name: dialog.name,
  avatar: dialog.avatar,
  pinyin: dialog.pinyin,
  email: dialog.email,
  userimg: dialog.userimg,
  bot: dialog.bot,
  dialog_user: dialog.dialog_user,
  group_info: dialog.group_info,
  dialog_delete: dialog.dialog_delete,
  is_disable: dialog.is_disable,
  last_msg: dialog.last_msg,
  last_at: dialog.last_at,
});
