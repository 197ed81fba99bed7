import { expect, inject, test } from 'vitest';
import { addressesOf, findPrimary } from './hosts.ts';

test('an address with several hosts is one address for each', () => {
  expect(
    addressesOf('postgres://u:p@one:5432,two:5433/atrium?target_session_attrs=read-write&sslmode=require'),
  ).toEqual(['postgres://u:p@one:5432/atrium?sslmode=require', 'postgres://u:p@two:5433/atrium?sslmode=require']);
  expect(addressesOf('postgres://one,two/atrium?target_session_attrs=primary')).toEqual([
    'postgres://one/atrium',
    'postgres://two/atrium',
  ]);
  expect(addressesOf('postgres://one/atrium')).toEqual(['postgres://one/atrium']);
});

test('the primary is found behind a host that does not answer', async () => {
  const up = new URL(inject('pgUrl'));
  const path = `${up.pathname}${up.search}`;
  const both = `postgres://${up.username}:${up.password}@127.0.0.1:1,${up.host}${path}`;
  expect(new URL(await findPrimary(both)).host).toBe(up.host);
  await expect(findPrimary('postgres://u:p@127.0.0.1:1,127.0.0.1:2/atrium')).rejects.toThrow(/ECONNREFUSED/);
});
