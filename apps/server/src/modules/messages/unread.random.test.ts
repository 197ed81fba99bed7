import {
  dialogMark,
  dialogOne,
  dialogSilence,
  groupAdd,
  groupAdduser,
  groupDeluser,
} from '@atrium/contract/chat/dialogs.ts';
import { msgForward, msgTag, msgWithdraw } from '@atrium/contract/chat/messageActions.ts';
import { type Message, msgList, msgRead, msgReadlist, msgSendtext, msgUnread } from '@atrium/contract/chat/messages.ts';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { historiesOf, seed } from '#testing/histories';
import { type InnerClient, person, withoutHttp } from '#testing/world';

/**
 * The invariant of the badge: after any history the counters equal a count of messages by hand. A history runs against
 * the real server and a simple model: a list of messages, each with the set of its readers.
 */

/** Histories run in parallel: one alone spends most of its time waiting. */
const RUNS = historiesOf(200, 4000);
const AT_ONCE = 8;
const PEOPLE = 3;

// The model ------------------------------------------------------------------------------------------------------------

interface Said {
  id: number;
  seq: number;
  from: number;
  mentions: number[];
  /** The recipients when it was sent, without the sender. */
  send: number;
  readers: Set<number>;
  /** Current members who were members when it was sent. */
  seenBy: Set<number>;
  isGone: boolean;
  isNotice: boolean;
}

class Model {
  readonly said: Said[] = [];
  readonly members = new Set<number>();
  readonly marked = new Set<number>();
  readonly silenced = new Set<number>();

  say(id: number, seq: number, from: number, mentions: number[], isNotice = false): void {
    const others = [...this.members].filter((userid) => userid !== from);
    const send = this.members.has(from) ? others.length : this.members.size;
    const seenBy = new Set(others);
    this.said.push({ id, seq, from, mentions, send, readers: new Set([from]), seenBy, isGone: false, isNotice });
  }
  /** Earlier messages count as read for new members and are not addressed to them. */
  come(userid: number): void {
    this.members.add(userid);
    for (const message of this.said) message.readers.add(userid);
  }
  go(userid: number): void {
    this.members.delete(userid);
    this.marked.delete(userid);
    this.silenced.delete(userid);
    for (const message of this.said) {
      message.readers.delete(userid);
      message.seenBy.delete(userid);
    }
  }
  read(userid: number, messages: readonly Said[]): void {
    for (const message of messages) message.readers.add(userid);
    this.marked.delete(userid);
  }
  get there(): Said[] {
    return this.said.filter((message) => !message.isGone);
  }
  unread(userid: number): Said[] {
    return this.there.filter((message) => !message.readers.has(userid));
  }
  counters(userid: number) {
    const unread = this.unread(userid);
    const mentions = unread.filter((each) => each.mentions.includes(userid) || each.mentions.includes(0));
    const mentionIds = mentions.map((each) => each.id).sort((a, b) => b - a);
    return {
      unread: unread.length,
      unread_one: unread[0]?.id ?? 0,
      mention: mentions.length,
      mention_ids: mentionIds.slice(0, 20),
      mark_unread: Number(this.marked.has(userid)),
    };
  }
}

// Steps --------------------------------------------------------------------------------------------------------------

type Step =
  | { do: 'send' | 'edit'; who: number; mentions: number[]; pick: number }
  | { do: 'reply' | 'readFrom' | 'withdraw' | 'markFrom' | 'forward' | 'tag'; who: number; pick: number }
  | { do: 'readSome'; who: number; picks: number[] }
  | { do: 'markRead' | 'markUnread' | 'leave' | 'rejoin' | 'silence' | 'open'; who: number };

const who = fc.nat({ max: PEOPLE - 1 });
const pick = fc.nat({ max: 1000 });
/** -1 means everyone. */
const mentions = fc.uniqueArray(fc.integer({ min: -1, max: PEOPLE - 1 }), { maxLength: 2 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('send' as const), who, mentions, pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('edit' as const), who, mentions, pick }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('reply', 'readFrom', 'withdraw', 'markFrom'), who, pick }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('forward', 'tag'), who, pick }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('readSome' as const), who, picks: fc.array(pick, { maxLength: 4 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('markRead', 'markUnread', 'leave', 'rejoin', 'silence', 'open'),
      who,
    }),
  },
);

const history = fc.array(step, { minLength: 1, maxLength: 14 });

// Running ------------------------------------------------------------------------------------------------------------

let people: InnerClient[];
beforeAll(async () => {
  people = await Promise.all(['ann', 'ben', 'cat'].map(async (name) => withoutHttp(await person(name))));
});

class Run {
  readonly model = new Model();
  dialogId = 0;

  async begin(): Promise<void> {
    const [owner, ...others] = people;
    const dialog = await this.at(0).call(groupAdd, { userids: others.map((each) => each.userid), chat_name: 'Group' });
    this.dialogId = dialog.id;
    for (const each of [owner, ...others]) if (each) this.model.come(each.userid);
  }
  at(index: number): InnerClient {
    const client = people[index];
    if (!client) throw new Error('nobody');
    return client;
  }
  #text(mentioned: number[]): string {
    const tags = mentioned.map((index) => {
      const userid = index < 0 ? 0 : this.at(index).userid;
      return `<span class="mention user" data-id="${userid}">@x</span>`;
    });
    return `<p>words ${tags.join(' ')}</p>`;
  }
  #ids = (mentioned: number[]) => mentioned.map((index) => (index < 0 ? 0 : this.at(index).userid));

  /** System lines (joins and leaves) are copied from the server's list. */
  async copyNotices(from: number): Promise<void> {
    const { list } = await this.at(0).call(msgList, { dialog_id: this.dialogId, pagesize: 5, take: 5 });
    const known = new Set(this.model.said.map((message) => message.id));
    for (const message of list.reverse()) {
      if (known.has(message.id)) continue;
      this.model.say(message.id, message.seq, from, [], true);
    }
    this.model.marked.delete(this.at(0).userid);
  }

  async take(step: Step): Promise<void> {
    const { model } = this;
    const client = this.at(step.who);
    const { userid } = client;
    const dialog_id = this.dialogId;
    const isIn = model.members.has(userid);
    if (step.do === 'rejoin') {
      if (isIn) return;
      await this.at(0).call(groupAdduser, { dialog_id, userids: [userid] });
      model.come(userid);
      return this.copyNotices(this.at(0).userid);
    }
    if (!isIn) return;
    const any = 'pick' in step ? model.there[step.pick % Math.max(1, model.there.length)] : undefined;
    switch (step.do) {
      case 'send': {
        const asked = this.#ids(step.mentions);
        // People whom the owner mentions join first.
        const absent = step.who === 0 ? asked.filter((each) => each > 0 && !model.members.has(each)) : [];
        const sent = await client.call(msgSendtext, { dialog_id, text: this.#text(step.mentions) });
        for (const each of absent) model.come(each);
        if (absent.length > 0) await this.copyNotices(userid);
        else model.say(sent.id, sent.seq, userid, asked);
        const mine = model.said.find((message) => message.id === sent.id);
        if (mine) Object.assign(mine, { mentions: asked, isNotice: false });
        return;
      }
      case 'reply': {
        if (!any) return;
        const sent = await client.call(msgSendtext, { dialog_id, text: 'an answer', reply_id: any.id });
        model.say(sent.id, sent.seq, userid, []);
        return;
      }
      // Forwarding to the source does not notify mentioned people again.
      case 'forward': {
        if (!any || any.isNotice) return;
        const { msgs } = await client.call(msgForward, { msg_id: any.id, dialogids: [dialog_id] });
        for (const sent of msgs) model.say(sent.id, sent.seq, userid, []);
        return;
      }
      case 'tag': {
        if (!any || any.isNotice) return;
        const { add } = await client.call(msgTag, { msg_id: any.id });
        if (add) model.say(add.id, add.seq, userid, [], true);
        return;
      }
      case 'edit': {
        const own = model.there.filter((message) => message.from === userid && !message.isNotice);
        const chosen = own[step.pick % Math.max(1, own.length)];
        const asked = this.#ids(step.mentions);
        const absent = step.who === 0 ? asked.filter((each) => each > 0 && !model.members.has(each)) : [];
        if (!chosen || absent.length > 0) return;
        await client.call(msgSendtext, { update_id: chosen.id, text: this.#text(step.mentions) });
        chosen.mentions = asked;
        return;
      }
      case 'withdraw': {
        const own = model.there.filter((message) => message.from === userid && !message.isNotice);
        const chosen = own[step.pick % Math.max(1, own.length)];
        if (!chosen) return;
        await client.call(msgWithdraw, { msg_id: chosen.id });
        chosen.isGone = true;
        return;
      }
      case 'readSome': {
        const chosen = step.picks.flatMap((each) => model.there[each % Math.max(1, model.there.length)] ?? []);
        if (chosen.length === 0) return;
        await client.call(msgRead, { id: chosen.map((each) => each.id).join(',') });
        model.read(userid, chosen);
        return;
      }
      case 'readFrom':
      case 'markFrom': {
        if (!any) return;
        if (step.do === 'readFrom') await client.call(msgRead, { id: { [any.id]: dialog_id } });
        else await client.call(dialogMark, { dialog_id, type: 'read', after_msg_id: any.id });
        model.read(
          userid,
          model.said.filter((message) => message.seq >= any.seq),
        );
        return;
      }
      case 'markRead':
        await client.call(dialogMark, { dialog_id, type: 'read' });
        return model.read(userid, model.said);
      case 'markUnread':
        await client.call(dialogMark, { dialog_id, type: 'unread' });
        model.marked.add(userid);
        return;
      case 'silence':
        if (model.silenced.delete(userid)) {
          await client.call(dialogSilence, { dialog_id, type: 'cancel' });
          return;
        }
        await client.call(dialogSilence, { dialog_id, type: 'set' });
        model.silenced.add(userid);
        for (const message of model.said) message.readers.add(userid);
        return;
      case 'open':
        await client.call(msgList, { dialog_id });
        model.marked.delete(userid);
        return;
      case 'leave':
        if (step.who === 0) return;
        await client.call(groupDeluser, { dialog_id });
        model.go(userid);
        return this.copyNotices(userid);
    }
  }

  async compare(): Promise<void> {
    const { model, dialogId: dialog_id } = this;
    // Compares every message for one person, another one in each history.
    const looker = dialog_id % PEOPLE;
    for (const [index, client] of people.entries()) {
      const { userid } = client;
      if (!model.members.has(userid)) {
        await expect(client.call(msgUnread, { dialog_id })).rejects.toMatchObject({ code: 'dialog.gone' });
        continue;
      }
      const counted = model.counters(userid);
      const dialog = await client.call(dialogOne, { dialog_id });
      expect(dialog).toMatchObject({ id: dialog_id, silence: Number(model.silenced.has(userid)), ...counted });
      const { mark_unread: _flag, ...counters } = counted;
      expect(await client.call(msgUnread, { dialog_id })).toMatchObject(counters);
      if (index !== looker) continue;
      const { list } = await client.call(msgList, { dialog_id, pagesize: 100 });
      expect(list.map((message) => message.id)).toEqual(model.there.map((message) => message.id).reverse());
      for (const message of list) this.#compareMessage(userid, message);
      await this.#compareReaders(client);
    }
  }

  #compareMessage(userid: number, message: Message): void {
    const said = this.model.said.find((each) => each.id === message.id);
    if (!said) throw new Error(`message ${message.id} was never said`);
    const read = [...said.seenBy].filter((each) => said.readers.has(each));
    const count = Math.min(read.length, said.send);
    expect(message).toMatchObject({
      send: said.send,
      read: count,
      percentage: said.send === 0 || count >= said.send ? 100 : Math.floor((count / said.send) * 100),
      mention: Number(said.from !== userid && (said.mentions.includes(userid) || said.mentions.includes(0))),
    });
    expect(message.read_at !== null).toBe(said.readers.has(userid));
  }

  /** The readers and non-readers of the newest own message. */
  async #compareReaders(client: InnerClient): Promise<void> {
    const said = this.model.there.findLast((each) => each.from === client.userid);
    if (!said) return;
    const readers = await client.call(msgReadlist, { msg_id: said.id });
    const listed = new Map(readers.map((row) => [row.userid, row.read_at !== null]));
    expect(listed).toEqual(new Map([...said.seenBy].map((each) => [each, said.readers.has(each)])));
  }
}

test('counters equal a manual count after any history', { timeout: 30 * 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(history, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (histories) => {
      await Promise.all(histories.map(live));
    }),
    { numRuns: Math.ceil(RUNS / AT_ONCE), seed },
  );
});

async function live(steps: readonly Step[]): Promise<void> {
  const run = new Run();
  await run.begin();
  for (const each of steps) await run.take(each);
  await run.compare();
}
