// Builds packages/api/dist from the contract's OpenAPI document: `npm run build:api`. The result needs nothing of this
// repository: the types are written out, and the client has no dependencies.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { openApi } from '../apps/server/src/platform/http/openapi.ts';
import { calls, PROTOCOL } from '../packages/contract/src/contract.ts';
import { inRoot, Refused } from './lib/repository.mjs';
import { typeOf } from './lib/schemaTypes.mjs';

const dist = inRoot('packages/api/dist');
const { version } = JSON.parse(readFileSync(inRoot('packages/api/package.json'), 'utf8'));
const { paths } = openApi(calls, version, PROTOCOL);

const entries = Object.entries(paths).map(([address, { post }]) => {
  const [body] = Object.values(post.requestBody.content);
  const answer = post.responses[200].content['application/json'].schema;
  const isEnveloped = answer.properties?.ret && answer.properties.msg;
  // The one call without an envelope is for older clients.
  if (!isEnveloped) return '';
  return `  /** ${post.summary.replaceAll('*/', '* /')} */
  ${JSON.stringify(address.slice('/api/'.length))}: {
    input: ${typeOf(body.schema)};
    output: ${typeOf(answer.properties.data)};
  };
`;
});

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
const write = (name, text) => writeFileSync(`${dist}/${name}`, text);
const note = '// Generated from the OpenAPI document of Atrium.\n';
write('calls.d.ts', `${note}export type Calls = {\n${entries.join('')}};\n`);
write(
  'index.js',
  `${note}import { Client } from './client.js';

export { AtriumError } from './client.js';
/** The API of an Atrium server, with the caller's rights. */
export class Atrium extends Client {}
`,
);
write(
  'index.d.ts',
  `${note}import type { Calls } from './calls.js';
import { Client } from './client.js';

export type { Calls };
export { AtriumError, type ClientOptions } from './client.js';
/** The API of an Atrium server, with the caller's rights. */
export declare class Atrium extends Client<Calls> {}
/** The parameters of a call. */
export type InputOf<Path extends keyof Calls> = Calls[Path]['input'];
/** The answer of a call. */
export type OutputOf<Path extends keyof Calls> = Calls[Path]['output'];
`,
);
const { status, stdout } = spawnSync(
  process.execPath,
  [
    inRoot('node_modules/typescript/bin/tsc'),
    ...['--ignoreConfig', '--declaration', '--strict', '--target', 'esnext'],
    ...['--module', 'nodenext', '--types', 'node', '--outDir', dist, inRoot('packages/api/src/client.ts')],
  ],
  { cwd: inRoot(), encoding: 'utf8' },
);
if (status !== 0) throw new Refused(stdout);
