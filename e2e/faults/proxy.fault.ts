import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type RequestOptions, request } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import WebSocket from 'ws';
import { PASSWORD } from '../support/people.ts';
import { type RealServer, startRealServer } from '../support/server.ts';
import { type Fault, NotPossibleHere } from './fault.ts';

const examples = path.resolve(import.meta.dirname, '../../docs/proxy');
const NGINX = '/usr/sbin/nginx';
const CADDY = '/usr/bin/caddy';
/** The client's own address behind the proxy; the claimed one is public. */
const CLIENT = '127.0.0.5';
const CLAIMED = '203.0.113.9';
const UPLOAD_BYTES = 20 * 1024 * 1024;

/** The examples of docs/proxy run unchanged, with other ports, names and certificates. */
export const fault: Fault = {
  name: 'proxy',
  promise: 'Behind nginx and Caddy with TLS: calls, live connections, client addresses and large uploads work.',
  async run() {
    for (const program of [NGINX, CADDY, '/usr/bin/openssl']) {
      await access(program).catch(() => {
        throw new NotPossibleHere(`${program} is not installed`);
      });
    }
    const server = await startRealServer();
    const folder = await mkdtemp(path.join(tmpdir(), 'atrium-proxy-'));
    const proxies: ChildProcess[] = [];
    try {
      await certify(folder);
      const measured: string[] = [];
      for (const start of [startNginx, startCaddy]) {
        const port = await freePort();
        proxies.push(await start(folder, port, server));
        await waitFor(port);
        measured.push(await check(start === startNginx ? 'nginx' : 'Caddy', port));
      }
      return measured.join('; ');
    } finally {
      for (const proxy of proxies) await end(proxy);
      await server.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function certify(folder: string): Promise<void> {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', path.join(folder, 'key.pem'), '-out', path.join(folder, 'cert.pem')];
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'],
    ...subject,
    ...files,
  ]);
}

async function startNginx(folder: string, port: number, server: RealServer): Promise<ChildProcess> {
  const example = (await readFile(path.join(examples, 'nginx.conf'), 'utf8'))
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('atrium.example.org', 'localhost')
    .replace('/etc/ssl/atrium.pem', path.join(folder, 'cert.pem'))
    .replace('/etc/ssl/atrium.key', path.join(folder, 'key.pem'))
    .replace('http://127.0.0.1:8080', server.base);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const config = path.join(folder, 'nginx.conf');
  await writeFile(
    config,
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; pid ${folder}/nginx.pid; error_log stderr warn;
     events {} http { access_log off; ${temporary.join(' ')} ${example} }`,
  );
  return spawn(NGINX, ['-c', config, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'inherit'] });
}

async function startCaddy(folder: string, port: number, server: RealServer): Promise<ChildProcess> {
  const example = (await readFile(path.join(examples, 'Caddyfile'), 'utf8'))
    .replace(
      'atrium.example.org {',
      `https://localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${folder}/cert.pem ${folder}/key.pem`,
    )
    .replace('127.0.0.1:8080', new URL(server.base).host);
  const config = path.join(folder, 'Caddyfile');
  await writeFile(config, `{\n\tadmin off\n\tauto_https off\n}\n${example}`);
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder };
  return spawn(CADDY, ['run', '--config', config, '--adapter', 'caddyfile'], {
    env,
    stdio: ['ignore', 'ignore', 'ignore'],
  });
}

async function check(name: string, port: number): Promise<string> {
  const email = `${name.toLowerCase()}@example.com`;
  const json = { 'content-type': 'application/json', 'x-forwarded-for': CLAIMED };
  const call = async (call: string, input: object, headers: Record<string, string> = json) => {
    const { body } = await ask(port, { method: 'POST', path: `/api/${call}`, headers }, JSON.stringify(input));
    const answer = JSON.parse(body) as { ret: number; msg: string; data: Record<string, unknown> };
    expectEqual(answer.ret, 1, `${name}: ${call} answered ${answer.msg}`);
    return answer.data;
  };
  await call('users/login', { type: 'reg', email, password: PASSWORD });
  const me = await call('users/login', { email, password: PASSWORD });
  const token = String(me['token']);

  const { list } = (await call('users/device/list', {}, { ...json, token })) as {
    list: { detail: { ip: string } }[];
  };
  expectEqual(list[0]?.detail.ip, CLIENT, `${name}: the address of the client`);
  expectEqual((await ask(port, { path: '/metrics' })).status, 403, `${name}: /metrics`);

  expectEqual(await firstFrame(port, token, `https://localhost:${port}`), 'open', `${name}: a live connection`);
  expectEqual(await firstFrame(port, token, 'https://evil.example'), 'error', `${name}: a foreign page`);

  const dialog = await call('dialog/open/user', { userid: me['userid'] }, { ...json, token });
  const field = (more: string, value: string) => `--xx\r\ncontent-disposition: form-data; ${more}\r\n\r\n${value}`;
  const form = Buffer.concat([
    Buffer.from(`${field('name="dialog_id"', String(dialog['id']))}\r\n`),
    Buffer.from(field('name="files"; filename="large.bin"', '')),
    Buffer.alloc(UPLOAD_BYTES, 7),
    Buffer.from('\r\n--xx--\r\n'),
  ]);
  const headers = { 'content-type': 'multipart/form-data; boundary=xx', token, 'content-length': form.length };
  const began = Date.now();
  const sent = await ask(port, { method: 'POST', path: '/api/dialog/msg/sendfile', headers }, form);
  const message = JSON.parse(sent.body) as { ret: number; msg: string; data: { msg?: { size?: number } } };
  expectEqual(message.ret, 1, `${name}: the upload answered ${message.msg}`);
  expectEqual(message.data.msg?.size, UPLOAD_BYTES, `${name}: bytes kept of the upload`);
  return `${name}: ${UPLOAD_BYTES / 1024 / 1024} MB up in ${Date.now() - began} ms`;
}

function ask(port: number, options: RequestOptions, body?: string | Buffer): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, servername: 'localhost', localAddress: CLIENT, rejectUnauthorized: false, ...options },
      (response) => {
        let text = '';
        response.on('data', (part: Buffer) => {
          text += part.toString();
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
      },
    );
    sent.setHeader('host', `localhost:${port}`);
    sent.on('error', reject);
    sent.end(body);
  });
}

function firstFrame(port: number, token: string, origin: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`wss://localhost:${port}/ws?action=web&token=${token}`, {
      headers: { origin },
      rejectUnauthorized: false,
      family: 4,
    });
    socket.on('error', reject);
    socket.on('message', (data: Buffer) => {
      resolve((JSON.parse(data.toString()) as { type: string }).type);
      socket.terminate();
    });
  });
}

function expectEqual(actual: unknown, wanted: unknown, what: string): void {
  if (actual !== wanted) throw new Error(`${what}: ${String(actual)} instead of ${String(wanted)}`);
}

async function waitFor(port: number): Promise<void> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const isUp = await ask(port, { path: '/health/ready' }).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (isUp) return;
    if (Date.now() > deadline) throw new Error(`nothing answers on port ${port}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
