import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'ldapts';
import { freePort } from '../freePort.ts';

const PROGRAM = '/usr/sbin/slapd';
const SCHEMA = '/etc/ldap/schema';
export const BASE = 'ou=people,dc=example,dc=org';
export const ADMIN = { dn: 'cn=admin,dc=example,dc=org', password: 'directory-Secret' };

export interface TestDirectory {
  port: number;
  /** Self-signed, for 127.0.0.1 (PEM): StartTLS is offered with it. */
  certificate: string;
  /** Attributes of the entry with this mail, read as the administrator. */
  entryOf(mail: string): Promise<Record<string, unknown> | undefined>;
  canBind(dn: string, password: string): Promise<boolean>;
  stop(): Promise<void>;
}

/** Debian's OpenLDAP server on the loopback interface, with the given entries. */
export async function startSlapd(
  people: readonly Readonly<Record<string, string>>[],
  wantedPort = 0,
): Promise<TestDirectory> {
  if (!existsSync(PROGRAM)) throw new Error('these tests need slapd (Debian: apt install slapd)');
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-slapd-'));
  const data = path.join(folder, 'data');
  mkdirSync(data);
  const [certificate, key] = certify(folder);
  const config = path.join(folder, 'slapd.conf');
  writeFileSync(
    config,
    [
      ...['core', 'cosine', 'inetorgperson'].map((name) => `include ${SCHEMA}/${name}.schema`),
      `pidfile ${folder}/slapd.pid`,
      `TLSCertificateFile ${certificate}`,
      `TLSCertificateKeyFile ${key}`,
      'moduleload back_mdb',
      'database mdb',
      'suffix "dc=example,dc=org"',
      `rootdn "${ADMIN.dn}"`,
      `rootpw ${ADMIN.password}`,
      `directory ${data}`,
      'access to attrs=userPassword by self write by anonymous auth by * none',
      'access to * by users read by anonymous none',
      '',
    ].join('\n'),
  );
  const tree = [
    'dn: dc=example,dc=org\nobjectClass: dcObject\nobjectClass: organization\no: Example\ndc: example',
    `dn: ${BASE}\nobjectClass: organizationalUnit\nou: people`,
    ...people.map((each) => {
      const lines = Object.entries(each).map(([name, value]) => `${name}: ${value}`);
      return `dn: uid=${each['uid'] ?? ''},${BASE}\nobjectClass: inetOrgPerson\n${lines.join('\n')}`;
    }),
  ];
  const ldif = path.join(folder, 'tree.ldif');
  writeFileSync(ldif, `${tree.join('\n\n')}\n`);
  execFileSync('/usr/sbin/slapadd', ['-f', config, '-l', ldif], { stdio: 'pipe' });
  const port = wantedPort || (await freePort());
  const child = spawn(PROGRAM, ['-f', config, '-h', `ldap://127.0.0.1:${port}`, '-d', '0'], { stdio: 'ignore' });
  process.once('exit', () => child.kill('SIGKILL'));
  const bind = async (dn: string, password: string) => {
    const client = new Client({ url: `ldap://127.0.0.1:${port}`, timeout: 3000 });
    await client.bind(dn, password);
    return client;
  };
  for (let turn = 0; ; turn++) {
    const client = await bind(ADMIN.dn, ADMIN.password).catch(() => undefined);
    await client?.unbind();
    if (client) break;
    if (turn === 200) throw new Error('slapd does not answer');
    await sleep(25);
  }
  return {
    port,
    certificate: readFileSync(certificate, 'utf8'),
    async entryOf(mail) {
      const client = await bind(ADMIN.dn, ADMIN.password);
      const { searchEntries } = await client.search(BASE, { filter: `(mail=${mail})` });
      await client.unbind();
      return searchEntries[0];
    },
    canBind: (dn, password) =>
      bind(dn, password).then(
        async (client) => {
          await client.unbind();
          return true;
        },
        () => false,
      ),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function certify(folder: string): [certificate: string, key: string] {
  const [certificate, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const subject = ['-subj', '/CN=directory', '-addext', 'subjectAltName=IP:127.0.0.1'];
  execFileSync('openssl', [...request, ...subject, '-keyout', key, '-out', certificate], { stdio: 'pipe' });
  return [certificate, key];
}
