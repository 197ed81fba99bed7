import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { logFailure } from './failureLog.ts';

test('calls that fail for one reason are logged once, another reason separately', () => {
  const lines: { trouble: string }[] = [];
  const sink = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(JSON.parse(line.toString()) as { trouble: string });
      done();
    },
  });
  const log = pino({ base: null }, sink) as never;
  for (let call = 0; call < 500; call++) logFailure(log, 'disk.full', { path: '/api/x' });
  logFailure(log, 'database.away', {});
  expect(lines.map(({ trouble }) => trouble)).toEqual(['disk.full', 'database.away']);
});
