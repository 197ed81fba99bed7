import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const examples = path.resolve(import.meta.dirname, '../../deploy/proxy');

export interface Certificate {
  /** The certificate itself, to be trusted by clients. */
  pem: string;
  certificate: string;
  key: string;
  /** Both in one file, as HAProxy wants them. */
  together: string;
}

interface Setup {
  /** For the configuration and what the proxy writes. */
  folder: string;
  /** For https; the answer to plain http is on the port `plainPort`. */
  port: number;
  plainPort: number;
  /** `host:port` of each node. */
  nodes: readonly string[];
  certificate: Certificate;
}

export interface Proxy {
  name: string;
  isInstalled: boolean;
  /** True if it checks `/health/ready`, and so sends no requests to a node that is about to stop. */
  asksHealth: boolean;
  start(setup: Setup): Promise<ChildProcess>;
}

/** A certificate for localhost, in a folder. */
export async function certify(folder: string): Promise<Certificate> {
  const [certificate, key, together] = ['cert.pem', 'key.pem', 'both.pem'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const fixed = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  await promisify(execFile)('openssl', [...fixed, ...subject, '-keyout', key, '-out', certificate]);
  const pem = await readFile(certificate, 'utf8');
  await writeFile(together, pem + (await readFile(key, 'utf8')));
  return { pem, certificate, key, together };
}

/** The configurations of `deploy/proxy`, run as they are but for names, ports and certificates. */
export const proxies: readonly Proxy[] = [
  {
    name: 'Caddy',
    isInstalled: existsSync('/usr/bin/caddy'),
    asksHealth: true,
    async start(setup) {
      const { folder, port, certificate } = setup;
      const site = `https://localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate.certificate} ${certificate.key}`;
      const example = await exampleFor('Caddyfile', setup, { 'atrium.example.org {': site });
      const file = await save(folder, 'Caddyfile', `{\n\tadmin off\n\tauto_https off\n}\n${example}`);
      // oxlint-disable-next-line node/no-process-env -- handed on as it is.
      const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, HOME: folder };
      return spawn('/usr/bin/caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { env, stdio: 'ignore' });
    },
  },
  {
    name: 'nginx',
    isInstalled: existsSync('/usr/sbin/nginx'),
    asksHealth: false,
    async start(setup) {
      const { folder, port, plainPort, certificate } = setup;
      const example = await exampleFor('nginx.conf', setup, {
        'listen 443': `listen 127.0.0.1:${port}`,
        'listen 80': `listen 127.0.0.1:${plainPort}`,
        'atrium.example.org': 'localhost',
        '/etc/ssl/atrium.pem': certificate.certificate,
        '/etc/ssl/atrium.key': certificate.key,
      });
      const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
      const temporary = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ');
      const account = process.getuid?.() === 0 ? 'user root;' : '';
      const file = await save(
        folder,
        'nginx.conf',
        `${account} daemon off; pid ${folder}/nginx.pid; error_log /dev/null;
         events {} http { access_log off; ${temporary} ${example} }`,
      );
      return spawn('/usr/sbin/nginx', ['-c', file, '-e', '/dev/null'], { stdio: 'ignore' });
    },
  },
  {
    name: 'HAProxy',
    isInstalled: existsSync('/usr/sbin/haproxy'),
    asksHealth: true,
    async start(setup) {
      const { folder, port, plainPort, certificate } = setup;
      const example = await exampleFor('haproxy.cfg', setup, {
        'bind :443': `bind 127.0.0.1:${port}`,
        'bind :80': `bind 127.0.0.1:${plainPort}`,
        '/etc/ssl/atrium.pem': certificate.together,
      });
      const file = await save(folder, 'haproxy.cfg', example);
      return spawn('/usr/sbin/haproxy', ['-db', '-f', file], { stdio: 'ignore' });
    },
  },
];

/** @throws if a place that is to be replaced is missing in the example */
async function exampleFor(file: string, { nodes }: Setup, places: Record<string, string>): Promise<string> {
  let text = await readFile(path.join(examples, file), 'utf8');
  const all = { ...Object.fromEntries(nodes.map((node, n) => [`atrium-${n + 1}:8080`, node])), ...places };
  for (const [place, value] of Object.entries(all)) {
    if (!text.includes(place)) throw new Error(`deploy/proxy/${file} has no "${place}"`);
    text = text.replaceAll(place, value);
  }
  return text;
}

async function save(folder: string, name: string, text: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, name);
  await writeFile(file, text);
  return file;
}
