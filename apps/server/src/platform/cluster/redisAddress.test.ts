import { expect, test } from 'vitest';
import { readRedisAddress } from './redisAddress.ts';

test('an address names a Redis, by TLS or Sentinels too', () => {
  expect(readRedisAddress('redis://localhost')).toEqual({ host: 'localhost', port: 6379, db: 0 });
  expect(readRedisAddress('redis://:s%40fe@10.0.0.5:6380/2')).toEqual({
    host: '10.0.0.5',
    port: 6380,
    password: 's@fe',
    db: 2,
  });
  expect(readRedisAddress('rediss://atrium:pw@redis.example.org')).toMatchObject({
    username: 'atrium',
    tls: { servername: 'redis.example.org' },
  });
  expect(readRedisAddress('redis+sentinel://:pw@one,two:26380,[::1]:26381/primary/1')).toEqual({
    sentinels: [
      { host: 'one', port: 26_379 },
      { host: 'two', port: 26_380 },
      { host: '::1', port: 26_381 },
    ],
    name: 'primary',
    password: 'pw',
    db: 1,
  });
});

test('anything else is no address', () => {
  for (const text of [
    '',
    'redis://:100%@h',
    'localhost:6379',
    'http://localhost',
    'redis://',
    'redis://h/x',
    'redis+sentinel://one,two',
  ]) {
    expect(readRedisAddress(text), text).toBe(null);
  }
});
