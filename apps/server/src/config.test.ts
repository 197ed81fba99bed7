import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

test.for([
  ['ATRIUM_PORT', '80x'],
  ['ATRIUM_PORT', ' '],
  ['ATRIUM_PORT', '-1'],
  ['ATRIUM_PORT', '8e3'],
  ['ATRIUM_PORT', '65536'],
  ['ATRIUM_LOG', 'verbose'],
  ['ATRIUM_LOG', ' '],
  ['ATRIUM_URL', 'localhost:8080'],
  ['ATRIUM_URL', 'https://[bad'],
  ['ATRIUM_MEET_PORT', '70000'],
  ['ATRIUM_MEET_PORT', 'udp'],
  ['ATRIUM_MEET_TCP_PORT', '70000'],
  ['ATRIUM_MEET_TCP_PORT', 'tcp'],
  ['DATABASE_URL', 'mysql://db'],
  ['DATABASE_URL', 'postgres://[bad'],
  ['DATABASE_READ_URL', 'standby:5432'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_TRACES_SAMPLER_ARG', '20%'],
  ['REDIS_URL', 'localhost:6379'],
  ['REDIS_URL', 'redis+sentinel://one,two'],
  ['ATRIUM_DRAIN', '5s'],
  ['ATRIUM_NODE_URL', '10.0.0.5:8080'],
  ['SMTP_URL', 'foo bar'],
  ['ATRIUM_METRICS_TOKEN', 'short'],
  ['ATRIUM_METRICS_TOKEN', 'with a space in between'],
  ['SMTP_URL', 'mail.example.org:587'],
  ['ATRIUM_STORAGE', 'ftp://files'],
  ['ATRIUM_STORAGE', 's3://F'],
  ['ATRIUM_STORAGE', 's3://key:secret@files'],
  ['ATRIUM_STORAGE', 's3://files?endpoint=s3.example.org'],
  ['ATRIUM_STORAGE', 's3://files?path_style=maybe'],
  ['ATRIUM_STORAGE_OLD', 'http://files'],
  ['ATRIUM_S3_DIRECT', 'yes'],
] as const)('%s=%s is refused with a sentence that names the variable', ([name, value]) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must `));
});

test('trusted proxies are given by address or network', () => {
  expect(readConfig({ ATRIUM_PROXY: '10.0.0.5, 172.16.0.0/12,fd00::/8' }).proxies).toEqual([
    '10.0.0.5',
    '172.16.0.0/12',
    'fd00::/8',
  ]);
  expect(readConfig({ ATRIUM_LOCAL_HOSTS: '127.0.0.1:11434, Models.lan' }).localHosts).toEqual([
    '127.0.0.1:11434',
    'models.lan',
  ]);
  for (const ATRIUM_LOCAL_HOSTS of ['http://models.lan', 'a b', 'models.lan/v1']) {
    expect(() => readConfig({ ATRIUM_LOCAL_HOSTS })).toThrow(/^ATRIUM_LOCAL_HOSTS must name/);
  }
  for (const ATRIUM_PROXY of ['proxy', '10.0.0.0/33', '10.0.0.1/8/8', '*']) {
    expect(() => readConfig({ ATRIUM_PROXY })).toThrow(/^ATRIUM_PROXY must name/);
  }
});

test('meetings use the workspace’s own host and port unless others are set', () => {
  const meet = (env: Record<string, string>) => readConfig(env).meet;
  const none = { turn: null, livekit: null };
  expect(meet({})).toEqual({ port: 8080, tcpPort: 9080, hosts: [], ...none });
  const ATRIUM_URL = 'https://atrium.example.org';
  expect(meet({ ATRIUM_URL, ATRIUM_PORT: '9000' })).toEqual({
    ...{ port: 9000, tcpPort: 10_000, hosts: ['atrium.example.org'] },
    ...none,
  });
  expect(meet({ ATRIUM_URL, ATRIUM_MEET_PORT: '7000', ATRIUM_MEET_HOST: '192.0.2.1, fd00::1,meet.lan' })).toEqual({
    ...{ port: 7000, tcpPort: 8000 },
    hosts: ['192.0.2.1', 'fd00::1', 'meet.lan'],
    ...none,
  });
  expect([
    meet({ ATRIUM_MEET_PORT: '65000' }).tcpPort,
    meet({ ATRIUM_MEET_TCP_PORT: '443' }).tcpPort,
    meet({ ATRIUM_MEET_TCP_PORT: 'none' }).tcpPort,
  ]).toEqual([64_000, 443, null]);
  const ATRIUM_TURN_URL = 'turn:turn.lan:3478?transport=udp, turns:turn.lan:5349';
  expect(meet({ ATRIUM_TURN_URL, ATRIUM_TURN_SECRET: 's' }).turn).toEqual({
    urls: ['turn:turn.lan:3478?transport=udp', 'turns:turn.lan:5349'],
    secret: 's',
  });
  expect(() => readConfig({ ATRIUM_TURN_URL })).toThrow(/needs ATRIUM_TURN_SECRET/);
  for (const odd of ['https://turn.lan', 'turn:user@turn.lan', 'turn.lan']) {
    expect(() => readConfig({ ATRIUM_TURN_URL: odd, ATRIUM_TURN_SECRET: 's' })).toThrow(/^ATRIUM_TURN_URL must list/);
  }
  const keys = { LIVEKIT_API_KEY: 'k', LIVEKIT_API_SECRET: 's' };
  expect(meet({ LIVEKIT_URL: 'https://live.lan/', ...keys }).livekit).toEqual({
    url: 'wss://live.lan',
    key: 'k',
    secret: 's',
  });
  expect(() => readConfig({ LIVEKIT_URL: 'wss://live.lan' })).toThrow(/needs LIVEKIT_API_KEY/);
  for (const LIVEKIT_URL of ['live.lan', 'ftp://live.lan', 'wss://live.lan/path']) {
    expect(() => readConfig({ LIVEKIT_URL, ...keys })).toThrow(/^LIVEKIT_URL must be/);
  }
  for (const ATRIUM_MEET_HOST of ['http://meet.lan', 'a b', 'meet.lan:80']) {
    expect(() => readConfig({ ATRIUM_MEET_HOST })).toThrow(/^ATRIUM_MEET_HOST must name/);
  }
});

test('several servers need a database of their own and say where the others reach them', () => {
  const DATABASE_URL = 'postgres://u:p@one:5432,two:5432/d?target_session_attrs=read-write';
  const REDIS_URL = 'redis://:pw@redis.lan';
  expect(() => readConfig({ REDIS_URL })).toThrow(/set DATABASE_URL/);
  expect(() => readConfig({ DATABASE_URL, REDIS_URL })).toThrow(/need the same ATRIUM_SECRET_KEY/);
  const ATRIUM_SECRET_KEY = 'k'.repeat(32);
  expect(() => readConfig({ ATRIUM_SECRET_KEY: 'short' })).toThrow(/at least 32 characters/);
  expect(() => readConfig({ ATRIUM_SECRET_KEY_OLD: ATRIUM_SECRET_KEY })).toThrow(/needs ATRIUM_SECRET_KEY/);
  expect(readConfig({ DATABASE_URL }).cluster).toBe(null);
  const nodeUrl = (env: Record<string, string>) =>
    readConfig({ DATABASE_URL, REDIS_URL, ATRIUM_SECRET_KEY, ...env }).cluster?.nodeUrl;
  expect(nodeUrl({})).toBe('http://127.0.0.1:8080');
  expect(nodeUrl({ ATRIUM_HOST: '0.0.0.0', ATRIUM_PORT: '9000' })).toBe(`http://${hostname()}:9000`);
  expect(nodeUrl({ ATRIUM_NODE_URL: 'http://10.0.0.5:8080/' })).toBe('http://10.0.0.5:8080');
});

test('PostgreSQL and mail server URLs are accepted', () => {
  for (const DATABASE_URL of [
    'postgres://u:p@h:5432/d',
    'postgresql:///d?host=/run/postgresql',
    'postgres://%2Frun/d',
    'postgres://u:p@one:5432,two:5433/d',
  ]) {
    expect(readConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
  }
  const SMTP_URL = 'smtps://user:p%40ss@mail.example.org';
  expect(readConfig({ SMTP_URL }).smtpUrl).toBe(SMTP_URL);
});

test('files are stored in a folder or in a bucket', () => {
  expect(readConfig({ ATRIUM_STORAGE: '/srv/files' }).storage).toEqual({ folder: '/srv/files' });
  const AWS_SECRET_ACCESS_KEY = 'secret';
  const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY };
  const ATRIUM_STORAGE = 's3://files/our/team/?endpoint=http://127.0.0.1:9000&region=here';
  expect(readConfig({ ...keys, ATRIUM_STORAGE, ATRIUM_S3_DIRECT: '1', ATRIUM_STORAGE_OLD: '/old' })).toMatchObject({
    storage: {
      bucket: 'files',
      prefix: 'our/team/',
      endpoint: 'http://127.0.0.1:9000',
      region: 'here',
      isPathStyle: true,
      keys: { id: 'id', secret: 'secret' },
      isDirect: true,
    },
    oldStorage: { folder: '/old' },
  });
  expect(readConfig({ ATRIUM_STORAGE: 's3://files' }).storage).toEqual({
    bucket: 'files',
    prefix: '',
    endpoint: null,
    region: 'us-east-1',
    isPathStyle: false,
    keys: null,
    isDirect: false,
  });
  expect(() => readConfig({ AWS_SECRET_ACCESS_KEY })).toThrow(/go together/);
  expect(() => readConfig({ ATRIUM_STORAGE: 's3://files?x=1' })).toThrow(/^ATRIUM_STORAGE has no option x/);
});
