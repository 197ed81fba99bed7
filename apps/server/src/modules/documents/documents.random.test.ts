import { driveContent, driveShareUpdate } from '@atrium/contract/files/drive.ts';
import { expect, test } from 'vitest';
import { isLong } from '#testing/histories';
import { testServer, world } from '#testing/world';
import { documentOf } from '../drive/drive.testing.ts';
import { until, Writer } from './documents.testing.ts';
import { flush } from './text.service.ts';

const STEPS = 60;

function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}

test.for(isLong ? [1, 2, 3] : [1])(
  'three writers with lost connections agree, and nothing acknowledged is lost (seed %i)',
  async (seed) => {
    const next = numbers(seed);
    const { ada, bo, cy } = await world({ members: ['ada', 'bo', 'cy'] });
    const file = await documentOf(ada);
    await ada.call(driveShareUpdate, { id: file.id, userids: [bo.userid, cy.userid], permission: 1 });
    const people = [ada, bo, cy];
    const writers = await Promise.all(people.map((by) => Writer.open(by, file.id)));
    const typed: { word: string; by: number }[] = [];
    const acknowledged = new Set<string>();
    const noteSaved = (by: number) => {
      if (writers[by]?.shared.isSaved) for (const each of typed) if (each.by === by) acknowledged.add(each.word);
    };
    for (let step = 0; step < STEPS; step++) {
      const by = next(3);
      const writer = writers[by];
      if (!writer) continue;
      const action = next(12);
      if (action === 0) writer.cut();
      else if (action === 1 && !writer.isOnline) await writer.resume();
      else if (action === 2) {
        // The page dies: only changes that the device has stored, or that were acknowledged, remain.
        noteSaved(by);
        await new Promise((resolve) => setTimeout(resolve, 450));
        writer.cut();
        writers[by] = await Writer.open(people[by] ?? ada, file.id, new Map(writer.storage));
      } else {
        const word = `w${by}x${step} `;
        const lines = writer.paragraphs.length;
        const line = next(lines);
        // Between words: two people may write at one place, but nobody inside another's word.
        const spaces = [0, ...[...(writer.text.split('\n')[line] ?? '').matchAll(/ /g)].map(({ index }) => index + 1)];
        writer.type(word, line, spaces[next(spaces.length)]);
        typed.push({ word, by });
      }
      if (next(3) === 0) await new Promise((resolve) => setTimeout(resolve, next(80)));
      for (const each of [0, 1, 2]) noteSaved(each);
    }
    for (const writer of writers) await writer.resume();
    const [one] = writers;
    await until(() => writers.every((writer) => writer.text === one?.text), `agreement (seed ${seed})`);
    expect([...acknowledged].filter((word) => !one?.text.includes(word))).toEqual([]);
    // Each word once: changes repeated after a lost connection are not applied twice.
    for (const { word } of typed) expect(one?.text.split(word).length, word).toBeLessThanOrEqual(2);
    await flush((await testServer()).app, file.id);
    const { content } = await ada.call(driveContent, { id: String(file.id) });
    expect(content?.content?.trim()).toBe(one?.text.trim());
    await Promise.all(writers.map((writer) => writer.shared.close()));
  },
);
