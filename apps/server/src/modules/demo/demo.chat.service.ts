import { searchKey } from '@atrium/richtext/search/searchKey.ts';
import { addGroupUsers, dialogWith } from '#modules/dialogs/dialogs.service';
import { createGroup } from '#modules/dialogs/members/membership.service';
import { postMessage } from '#modules/dialogs/posting/post.service';
import { presentFile, showFile, storeFile, withBytes } from '#modules/files/files.service';
import { joinChain } from '#modules/messages/cards/chains.service';
import { takeVote } from '#modules/messages/cards/votes.service';
import { pinMessage, tagMessage } from '#modules/messages/marks/marks.service';
import { finishTodo, setTodo } from '#modules/messages/marks/todos.service';
import { reactTo } from '#modules/messages/messages.service';
import type { Work } from '#platform/work';
import { findTodoOf, getAllStaffDialog, getMessageText, markMessageEdited } from './demo.chat.queries.ts';
import { minutesAfter, minutesOf } from './demo.clock.ts';
import type { PersonKey } from './demo.people.ts';
import { drawPicture } from './demo.pictures.ts';
import type { Entry, MessageExtras, Talk } from './demo.talk.ts';
import { asPerson, PEOPLE_NAMES, peopleIn, postAs, type Team } from './demo.team.ts';

/** Files are checked and stored before the conversation is written. */
type StoredDemoFile = Awaited<ReturnType<typeof storeFile>>;

/** @returns the conversation's id */
export async function makeTalk(team: Team, talk: Talk): Promise<number> {
  const files = await keepFiles(team, talk);
  return team.perform(async (work) => {
    const dialogId = await dialogOf(team, work, talk);
    const spoken: number[] = [];
    for (const [ago, from, entries] of talk.days) {
      let at = team.clock.workday(ago, minutesOf(from));
      for (const entry of entries) {
        const id = await speak(team, work, { dialogId, entry, at, spoken, file: files.get(entry) });
        spoken.push(id);
        const [who, , said = {}] = entry;
        at = await whatFollows(team, work, { id, who, said, at });
        at = minutesAfter(at, 1 + Math.floor(team.random() * (ago === 0 ? 4 : 9)));
      }
    }
    if (talk.unread) team.unread.set(dialogId, { ada: talk.unread });
    return dialogId;
  });
}

async function dialogOf(team: Team, work: Work, { in: place, days }: Talk): Promise<number> {
  if (place === 'all') {
    const { id } = await getAllStaffDialog(work.tx);
    return id;
  }
  if ('project' in place) return team.projects.get(place.project)?.dialogId ?? 0;
  const begin = team.clock.workday(days[0]?.[0] ?? 0, minutesOf('8:00'));
  if ('pair' in place) return dialogWith(asPerson(team, work, place.pair[0], begin), team.ids[place.pair[1]]);
  const people = peopleIn(place.people);
  const [owner = 'ada'] = people;
  const latecomer = people.length > 4 ? people.at(-1) : undefined;
  const group = await createGroup(asPerson(team, work, owner, begin), {
    groupType: 'user',
    name: place.group,
    ownerId: team.ids[owner],
    linkId: 0,
    members: people.filter((who) => who !== latecomer).map((who) => team.ids[who]),
    important: false,
  });
  if (latecomer) {
    await addGroupUsers(asPerson(team, work, owner, begin), { dialog_id: group.id, userids: [team.ids[latecomer]] });
  }
  return group.id;
}

interface Speech {
  dialogId: number;
  entry: Entry;
  at: Date;
  /** Ids of the conversation's messages so far. */
  spoken: readonly number[];
  file: StoredDemoFile | undefined;
}

async function speak(team: Team, work: Work, { dialogId, entry, at, spoken, file }: Speech): Promise<number> {
  const [who, text, said = {}] = entry;
  const actor = asPerson(team, work, who, at);
  if (said.vote) {
    const list = said.vote.options.map((option, index) => ({ id: index + 1, text: option }));
    const [vote] = await takeVote(actor, {
      type: 'create',
      dialog_id: dialogId,
      text,
      list,
      multiple: false,
      anonymous: false,
    });
    return noted(team, vote?.id ?? 0, at);
  }
  if (said.chain) return beginChain(team, work, { dialogId, text, lines: said.chain, at });
  const replyId = said.re === undefined ? undefined : spoken.at(-said.re);
  const id = await postAs(team, work, { dialogId, who, text, at, replyId });
  if (!file) return id;
  const msg = presentFile(file);
  const shown = await postMessage(actor, {
    dialogId,
    userid: team.ids[who],
    type: 'file',
    mtype: msg.type === 'img' ? 'image' : 'file',
    msg: { ...msg },
    searchKey: searchKey({ type: 'file', msg }),
    mentions: [],
    link: false,
    isBot: false,
    silence: false,
    replyId: 0,
  });
  await showFile(work, file, shown);
  return noted(team, shown.id, minutesAfter(at, 1));
}

function noted(team: Team, id: number, at: Date): number {
  team.said.set(id, at);
  return id;
}

interface Chain {
  dialogId: number;
  text: string;
  lines: readonly (readonly [who: PersonKey, text: string])[];
  at: Date;
}

/** Each person who signs up re-posts the list with one more entry, within fifteen minutes. */
async function beginChain(team: Team, work: Work, { dialogId, text, lines, at }: Chain): Promise<number> {
  let uuid = '';
  let id = 0;
  for (const [index, [who, line]] of lines.entries()) {
    const when = minutesAfter(at, index * 3);
    const message = await joinChain(asPerson(team, work, who, when), {
      dialog_id: dialogId,
      text,
      list: [{ text: line, type: 'text' }],
      ...(uuid && { uuid }),
    });
    uuid = String(message.msg['uuid']);
    id = noted(team, message.id, when);
  }
  return id;
}

interface Aftermath {
  id: number;
  who: PersonKey;
  said: MessageExtras;
  at: Date;
}

/** Reactions, votes, pins, tags and to-dos; returns the time of the last one. */
async function whatFollows(team: Team, work: Work, { id, who, said, at }: Aftermath): Promise<Date> {
  const after = (minutes: number) => minutesAfter(at, minutes);
  for (const fan of peopleIn(said.like?.[1] ?? '').toReversed())
    await reactTo(asPerson(team, work, fan, after(2)), { msg_id: id, symbol: said.like?.[0] ?? '' });
  if (said.edited) await markMessageEdited(work.tx, id);
  if (said.pin) await pinMessage(asPerson(team, work, who, after(1)), { msg_id: id });
  if (said.tag) await tagMessage(asPerson(team, work, who, after(1)), { msg_id: id });
  if (said.todo) {
    const people = peopleIn(said.todo);
    await setTodo(asPerson(team, work, who, after(1)), {
      msg_id: id,
      type: 'user',
      userids: people.map((each) => team.ids[each]),
    });
    const done = await findTodoOf(work.tx, id, team.ids[people[0] ?? 'ada']);
    if (done && people.length > 1)
      await finishTodo(asPerson(team, work, people[0] ?? 'ada', after(3)), { id: done.id });
  }
  if (said.vote) {
    const { msg } = await getMessageText(work.tx, id);
    const { uuid } = msg as { uuid: string };
    for (const voter of PEOPLE_NAMES) {
      const choice = said.vote.votes[voter];
      if (choice) await takeVote(asPerson(team, work, voter, after(2)), { type: 'vote', uuid, vote: [choice] });
    }
  }
  return after(said.chain ? said.chain.length * 3 : 1);
}

async function keepFiles(team: Team, talk: Talk): Promise<Map<Entry, StoredDemoFile>> {
  const kept = new Map<Entry, StoredDemoFile>();
  const keep = async (entry: Entry) => {
    const [who, , { picture, file } = {}] = entry;
    const named = picture ?? file;
    if (!named) return;
    const bytes = picture ? await drawPicture(picture.kind, picture.name) : Buffer.from(file?.text ?? '');
    const view = { app: team.app, tx: team.app.db, caller: team.as(who), now: team.clock.now };
    const row = await withBytes(view, bytes.toString('base64'), named.name, (received) =>
      storeFile(team.app, team.ids[who], received),
    );
    kept.set(entry, row);
  };
  await Promise.all(talk.days.flatMap(([, , entries]) => entries.map(keep)));
  return kept;
}
