import { type Call, uploadsOf } from '@atrium/contract/kit.ts';
import { areaOf, isRead } from '@atrium/contract/scopes.ts';

const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Requests that the page shows as commands; a test sends each of them. */
export const EXAMPLES: readonly { title: string; path: string; input: Record<string, unknown> }[] = [
  { title: 'Who the token belongs to', path: 'users/info', input: {} },
  { title: 'Your projects, ten at a time', path: 'project/lists', input: { pagesize: 10, page: 1 } },
  { title: 'A new project', path: 'project/add', input: { name: 'Launch', columns: ['To do', 'Done'] } },
  { title: 'Your open tasks', path: 'project/task/lists', input: { owner: 1, pagesize: 20 } },
  { title: 'Words in conversations, people and messages', path: 'dialog/search', input: { key: 'launch' } },
];

const command = (path: string, input: Record<string, unknown>) =>
  `curl -X POST "$ATRIUM_URL/api/${path}" -H "Authorization: Bearer $ATRIUM_TOKEN" \\
  -H "Content-Type: application/json" -d '${JSON.stringify(input)}'`;

/**
 * The page around the calls, which anyone can open. Its script requests the calls with the session of the browser or an
 * access token, because a page is opened without either. Calls are sent by a script of this server, so that the content
 * policy needs no exception.
 */
export const DOCS_PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Atrium API</title><meta name="viewport" content="width=device-width">
<link rel="icon" href="/icon.svg"><link rel="stylesheet" href="/docs/style.css"><script src="/docs/try.js" defer></script>
<header><a href="/" class="mark">Atrium</a> <h1>API</h1><span class="fields"><label>Access token <input id="token" type="password" autocomplete="off" placeholder="Empty: your own session"></label> <label>Filter <input id="filter" type="search" placeholder="project/task"></label></span></header>
<div id="content" aria-live="polite"><p class="wait">Loading…</p></div>
<template id="signin"><div class="notice"><h2>Sign in to see the calls</h2><p><a href="/">Sign in to Atrium</a> in this browser and reload this page, or enter an access token above. You create one in Atrium under Settings, Access tokens.</p></div></template>
<template id="away"><div class="notice"><h2>Atrium isn’t responding</h2><p>Check the connection and reload this page.</p></div></template></html>`;

/** All calls, with an example for each. */
export function docsCalls(calls: readonly Call[], reads: ReadonlySet<string>, key: string): string {
  const query = key && `?key=${encodeURIComponent(key)}`;
  const sections = [...Map.groupBy(calls, (call) => call.path.split('/')[0] ?? '')];
  const areas = sections.map(
    ([area, list]) =>
      `<section><h2 id="${escape(area)}">${escape(area)}</h2>${list.map((call) => callOf(call, reads.has(call.path))).join('')}</section>`,
  );
  const links = sections.map(
    ([area, list]) => `<li><a href="#${escape(area)}">${escape(area)} <small>${list.length}</small></a></li>`,
  );
  const examples = EXAMPLES.map(
    ({ title, path, input }) => `<h3>${escape(title)}</h3><pre>${escape(command(path, input))}</pre>`,
  );
  return `<nav aria-label="Areas"><ul><li><a href="#start">Start here</a></li>${links.join('')}</ul></nav><main><section id="start"><h2>Start here</h2>
<p>Each call answers GET and POST with <code>{ret, msg, data}</code>. <code>ret</code> is 1 for success; otherwise <code>msg</code> says why in the caller’s language, and <code>data.code</code> is the error code.</p>
<p>Send an access token in the header <code>Authorization: Bearer …</code>. For other tools: <a href="/docs/openapi.json${escape(query)}">openapi.json</a> describes the calls, <code>@atrium/api</code> is the typed client, and <code>/mcp</code> serves language models.</p>
${examples.join('')}</section>${areas.join('')}<p id="none" hidden>No call has these words in its path or its description.</p></main>`;
}

function callOf(call: Call, isReading: boolean): string {
  const area = areaOf(call);
  const scope =
    area === 'never' ? 'no tokens' : area === 'free' ? 'any token' : `${area}:${isRead(call) ? 'read' : 'write'}`;
  const files = uploadsOf(call).map(
    ({ name }) => `<label>${escape(name)} <input type="file" name="${escape(name)}"></label>`,
  );
  const codes = call.errors.map((code) => `<code>${escape(code)}</code>`);
  const sample = JSON.stringify(sampleOf(call), null, 2);
  return `<details class="call" data-path="${escape(call.path)}"><summary><code>${escape(call.path)}</code> <small class="${isReading ? 'read' : 'write'}">${isReading ? 'reads' : 'may change something'}</small> <small>${escape(call.access)} · ${escape(scope)}</small><br>${escape(call.summary).replaceAll(/`([^`]*)`/g, '<code>$1</code>')}</summary>
${parametersOf(call)}<h3>Answer</h3><pre>${escape(typeText(call.output as unknown as Schema))}</pre>${codes.length > 0 ? `<h3>Errors</h3><p>${codes.join(' ')}</p>` : ''}
<h3>Try it</h3><form><textarea spellcheck="false" aria-label="Parameters as JSON" rows="${Math.min(12, sample.split('\n').length + 1)}">${escape(sample)}</textarea>${files.join('')}
<button type="submit">${isReading ? 'Send' : 'Send (this may change something)'}</button><pre role="status" hidden></pre></form></details>`;
}

function parametersOf({ input }: Call): string {
  const { properties = {}, required = [] } = input as unknown as Schema;
  const rows = Object.entries(properties).map(
    ([name, schema]) =>
      `<tr><td><code>${escape(name)}</code></td><td><code>${escape(typeText(schema))}</code></td><td>${required.includes(name) ? 'required' : ''}</td><td>${escape(limitsOf(schema))}</td></tr>`,
  );
  if (rows.length === 0) return '<p>No parameters.</p>';
  return `<h3>Parameters</h3><table><tbody>${rows.join('')}</tbody></table>`;
}

const limitsOf = ({ minLength, maxLength, minimum, maximum, maxItems }: Schema): string =>
  [
    maxLength !== undefined && `${minLength ? `${minLength} to ` : 'up to '}${maxLength} characters`,
    minimum !== undefined && minimum > 0 && `at least ${minimum}`,
    maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && `at most ${maximum}`,
    maxItems !== undefined && `up to ${maxItems} items`,
  ]
    .filter(Boolean)
    .join(', ');

const MOST_DEPTH = 4;
/** A schema as a TypeScript type. */
function typeText(schema: Schema, depth = 0): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(' | ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map((each) => typeText(each, depth)))].join(' | ');
  if (schema.type === 'integer') return 'number';
  if (schema.type === 'array')
    return `${depth > MOST_DEPTH ? 'unknown' : grouped(typeText(schema.items ?? {}, depth))}[]`;
  if (schema.type !== 'object') return schema.wire === 'upload' ? 'file' : (schema.type ?? 'unknown');
  const entries = Object.entries(schema.properties ?? {});
  if (entries.length === 0 || depth > MOST_DEPTH) return 'object';
  const gap = '  '.repeat(depth + 1);
  const rows = entries.map(
    ([name, each]) => `${gap}${name}${schema.required?.includes(name) ? '' : '?'}: ${typeText(each, depth + 1)};\n`,
  );
  return `{\n${rows.join('')}${'  '.repeat(depth)}}`;
}

const grouped = (type: string) => (type.includes(' | ') ? `(${type})` : type);

interface Schema {
  type?: string;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  wire?: string;
}

/** The parameters that a call needs, with a value of the right type each. */
function sampleOf({ input }: Call): Record<string, unknown> {
  const { properties = {}, required = [] } = input as unknown as Schema;
  const needed = required.filter((name) => properties[name]?.wire !== 'upload');
  return Object.fromEntries(needed.map((name) => [name, valueOf(properties[name] ?? {})]));
}

function valueOf(schema: Schema): unknown {
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return valueOf(schema.anyOf[0]);
  switch (schema.type) {
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'object':
      return {};
    default:
      return '';
  }
}
