import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { modules } from '#modules/modules';
import { follow } from '#platform/events/eventLog';
import { testServer } from '#testing/world';

const folder = new URL('../../../../../deploy/monitoring/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');

test('the dashboard and the alerts name only metrics that a server has', async () => {
  const { base, app } = await testServer();
  const ends = modules.flatMap(({ followers }) => followers ?? []).map((each) => follow(app, each));
  const text = await (await fetch(`${base}/metrics`)).text();
  await Promise.all(ends.map((end) => end()));
  const known = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', kind]) =>
      kind === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
  const { panels } = JSON.parse(read('dashboard.json')) as { panels: { targets: { expr: string }[] }[] };
  const used = [
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...[...read('alerts.yaml').matchAll(/expr: (.+)$/gm)].map(([, expr = '']) => expr),
  ].flatMap((expr) => expr.match(/\b(?:atrium|process|nodejs)_\w+/g) ?? []);
  expect(used.length).toBeGreaterThan(30);
  expect([...new Set(used)].filter((name) => !known.has(name))).toEqual([]);
  expect(text).toMatch(/^atrium_follower_lag_seconds\{follower="search"\} \d/m);
  expect(text).toMatch(/^atrium_leader 1$/m);
  // A server without Redis and standby must not raise the alerts about them.
  expect(text).not.toMatch(/^atrium_(redis_up|replica_fresh) /m);
});

const PROMTOOL = '/usr/bin/promtool';
test.runIf(existsSync(PROMTOOL))('promtool accepts the alerts, and they fire as they should', () => {
  for (const args of [
    ['check', 'rules', 'alerts.yaml'],
    ['test', 'rules', 'alerts.test.yaml'],
  ]) {
    execFileSync(PROMTOOL, args, { cwd: folder, stdio: 'pipe' });
  }
});
