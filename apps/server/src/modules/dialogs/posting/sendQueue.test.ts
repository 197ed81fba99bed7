import type pg from 'pg';
import { expect, test, vi } from 'vitest';
import { SendQueue } from './sendQueue.ts';

type Alone = ConstructorParameters<typeof SendQueue>[1];
type Send = Parameters<SendQueue['send']>[0];

const broken = (code: string) => Object.assign(new Error('no'), { code });
const lineOver = (error: Error, alone: Alone) =>
  new SendQueue({ query: vi.fn<() => Promise<never>>().mockRejectedValue(error) } as unknown as pg.Pool, alone);
const send = (dialogId: number) =>
  ({ draft: { dialogId, mentions: [], msg: {} }, at: new Date(), mutation: undefined }) as unknown as Send;

test('after a lost database connection no send runs twice, and each caller gets an error', async () => {
  const alone = vi.fn<Alone>().mockResolvedValue(undefined);
  const line = lineOver(broken('57P01'), alone);
  const outcomes = await Promise.allSettled([line.send(send(1)), line.send(send(2)), line.send(send(1))]);
  expect(outcomes.map((each) => each.status === 'rejected' && (each.reason as { code: string }).code)).toEqual([
    '57P01',
    '57P01',
    '57P01',
  ]);
  expect(alone).not.toHaveBeenCalled();
});

test('when one send of a batch fails, each runs alone', async () => {
  const alone = vi.fn<Alone>().mockResolvedValue(undefined);
  const line = lineOver(broken('23505'), alone);
  await Promise.all([line.send(send(1)), line.send(send(2))]);
  expect(alone).toHaveBeenCalledTimes(2);
});
