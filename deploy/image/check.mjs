// Runs the image as the README says, and checks what it promises: deploy/image/check.mjs IMAGE [option of podman run]...
// Needs podman, and PostgreSQL and Redis of Debian. As root, because PostgreSQL is started as the user `postgres`.
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const [image, ...options] = process.argv.slice(2);
if (!image) throw new Error('Name an image: deploy/image/check.mjs atrium:1.0.0');
const folder = mkdtempSync('/tmp/atrium-image-check.');
const name = `atrium-check-${process.pid}`;
const run = (command, ...args) => execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
/** Global options, such as --runtime, stand before the command. */
const podman = (...args) => run('podman', ...(process.env.PODMAN_OPTIONS?.split(' ') ?? []), ...args);
const inContainer = (...args) => podman('exec', name, '/usr/local/bin/node', ...args);
const asPostgres = (...args) => run('runuser', '-u', 'postgres', '--', ...args);
const check = (isSo, what) => {
  if (!isSo) throw new Error(`NOT SO: ${what}`);
  console.log(`ok: ${what}`);
};
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const [sqlPort, redisPort, port] = [await freePort(), await freePort(), await freePort()];
const binaries = join('/usr/lib/postgresql', readdirSync('/usr/lib/postgresql').sort().at(-1), 'bin');
const cluster = join(folder, 'postgres');
// For the tools of PostgreSQL; the container gets it as a file.
process.env.PGPASSWORD = randomBytes(16).toString('hex');
let redis;
try {
  chmodSync(folder, 0o711);
  run('install', '-d', '-o', 'postgres', '-m', '700', cluster);
  const password = join(folder, 'PGPASSWORD');
  writeFileSync(password, process.env.PGPASSWORD, { mode: 0o644 });
  asPostgres(
    ...[join(binaries, 'initdb'), '-A', 'scram-sha-256', '--pwfile', password],
    ...['-E', 'UTF8', '--locale=C', '-D', cluster],
  );
  asPostgres(
    ...[join(binaries, 'pg_ctl'), '-D', cluster, '-w', '-l', join(cluster, 'log')],
    ...['-o', `-p ${sqlPort} -k ${cluster} -c listen_addresses=127.0.0.1`, 'start'],
  );
  asPostgres(join(binaries, 'createdb'), '-h', '127.0.0.1', '-p', String(sqlPort), 'atrium');
  redis = spawn('redis-server', ['--port', String(redisPort), '--bind', '127.0.0.1', '--save', ''], {
    cwd: folder,
    stdio: 'ignore',
  });

  podman(
    ...['run', '--detach', '--name', name, '--network', 'host', '--read-only', '--cap-drop', 'ALL'],
    ...['--security-opt', 'no-new-privileges', '--volume', `${password}:/run/secrets/PGPASSWORD:ro`],
    ...['--env', `DATABASE_URL=postgres://postgres@127.0.0.1:${sqlPort}/atrium`],
    ...['--env', `ATRIUM_PORT=${port}`, '--env', `REDIS_URL=redis://127.0.0.1:${redisPort}`],
    ...['--env', 'ATRIUM_SECRET_KEY=the-same-key-for-all-nodes-of-this-check', ...options, image],
  );
  const base = `http://127.0.0.1:${port}`;
  const call = async (path, token, input) => {
    const response = await fetch(`${base}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', token },
      body: JSON.stringify(input),
    });
    const { ret, msg, data } = await response.json();
    check(ret === 1, `${path} is answered${ret === 1 ? '' : `: ${msg}`}`);
    return data;
  };

  const started = Date.now();
  inContainer('/opt/atrium/deploy/health.mjs', '--wait', '60');
  check(true, `health.mjs exits with 0, ${((Date.now() - started) / 1000).toFixed(1)} s after the container's start`);
  const status = inContainer('-p', "require('node:fs').readFileSync('/proc/1/status', 'utf8')");
  check(/^Uid:\s+10001\s/m.test(status), 'the server runs as user 10001');
  check(/^CapBnd:\s+0+$/m.test(status) && /^NoNewPrivs:\s+1$/m.test(status), 'it has no capabilities and gets none');
  const refused = inContainer(
    '-p',
    `['/', '/opt/atrium', '/usr/local/bin', '/etc'].every((folder) => {
      try {
        require('node:fs').writeFileSync(folder + '/written', '');
      } catch ({ code }) {
        return code === 'EROFS';
      }
    })`,
  );
  check(refused.trim() === 'true', 'the root is a read-only file system');
  const page = await fetch(base);
  check(page.ok && (await page.text()).includes('<script'), 'the web client is served');

  const signUp = (email) => call('users/login', '', { type: 'reg', email, password: 'correct-Horse7' });
  const ada = await signUp('ada@example.com');
  await call('system/setting', ada.token, { type: 'save', reg: 'open' });
  const bo = await signUp('bo@example.com');
  const { id } = await call('dialog/group/add', ada.token, { chat_name: 'Check', userids: [bo.userid] });
  await call('dialog/msg/sendtext', ada.token, { dialog_id: id, text: 'Stored by the image' });
  const stored = asPostgres(
    ...['psql', '-h', '127.0.0.1', '-p', String(sqlPort), '-Atc'],
    ...["select count(*) from messages where msg::text like '%Stored by the image%'", 'atrium'],
  );
  check(stored.trim() === '1', 'the message is in the database');

  const stopped = Date.now();
  podman('stop', '--time', '30', name);
  const code = podman('inspect', '--format', '{{.State.ExitCode}}', name).trim();
  check(code === '0', `SIGTERM ends it with code ${code}, after ${((Date.now() - stopped) / 1000).toFixed(1)} s`);
} catch (error) {
  process.exitCode = 1;
  console.error(String(error.stderr ?? ''), error.message);
  try {
    console.error(podman('logs', name));
  } catch {
    // There is no container yet.
  }
} finally {
  try {
    podman('rm', '--force', '--volumes', name);
  } catch {
    // There is no container yet.
  }
  redis?.kill();
  try {
    asPostgres(join(binaries, 'pg_ctl'), '-D', cluster, '-m', 'immediate', 'stop');
  } catch {
    // It did not start.
  }
  await sleep(200);
  rmSync(folder, { recursive: true, force: true });
}
