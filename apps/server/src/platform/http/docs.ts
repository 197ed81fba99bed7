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

/** All calls on one page. What sends them is a script of this server, so that the content policy needs no exception. */
export function docsPage(calls: readonly Call[], key: string): string {
  const query = key && `?key=${encodeURIComponent(key)}`;
  const sections = [...Map.groupBy(calls, (call) => call.path.split('/')[0] ?? '')];
  const areas = sections.map(
    ([area, list]) => `<section><h2 id="${escape(area)}">${escape(area)}</h2>${list.map(callOf).join('')}</section>`,
  );
  const examples = EXAMPLES.map(
    ({ title, path, input }) => `<h3>${escape(title)}</h3><pre>${escape(command(path, input))}</pre>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Atrium API</title><meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="/docs/style.css"><script src="/docs/try.js" defer></script><h1>Atrium API</h1>
<p>Every call answers GET and POST with <code>{ret, msg, data}</code>; <code>ret</code> is 1 unless it was refused. Machine-readable: <a href="/docs/openapi.json${escape(query)}">openapi.json</a>. Typed client: <code>@atrium/api</code>. For models: <code>/mcp</code>.</p>
<p class="who"><label>Access token <input id="token" type="password" autocomplete="off" placeholder="Empty: your own session"></label> <label>Filter <input id="filter" type="search"></label></p>
<p class="warning" id="signin" hidden>You aren’t signed in in this browser. Enter an access token to try calls.</p>
<details><summary>Examples</summary>${examples.join('')}</details>${areas.join('')}</html>`;
}

function callOf(call: Call): string {
  const area = areaOf(call);
  const scope =
    area === 'never' ? 'no tokens' : area === 'free' ? 'any token' : `${area}:${isRead(call) ? 'read' : 'write'}`;
  const files = uploadsOf(call).map(
    ({ name }) => `<label>${escape(name)} <input type="file" name="${escape(name)}"></label>`,
  );
  const fields = Object.keys(call.input.properties ?? {}).map((name) => `<code>${escape(name)}</code>`);
  const codes = call.errors.map((code) => `<code>${escape(code)}</code>`);
  const sample = JSON.stringify(sampleOf(call), null, 2);
  return `<details class="call" data-path="${escape(call.path)}"><summary><code>api/${escape(call.path)}</code> <small>${escape(call.access)} · ${escape(scope)}</small><br>${escape(call.summary)}</summary>
<p>Parameters: ${fields.join(' ') || '–'}</p>${codes.length > 0 ? `<p>Errors: ${codes.join(' ')}</p>` : ''}
<form><textarea spellcheck="false" aria-label="Parameters as JSON" rows="${Math.min(12, sample.split('\n').length + 1)}">${escape(sample)}</textarea>${files.join('')}
<button type="submit">${isRead(call) ? 'Send' : 'Send (this may change something)'}</button><pre role="status" hidden></pre></form></details>`;
}

interface Schema {
  type?: string;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  minimum?: number;
  wire?: string;
}

/** The parameters that a call needs, with a value of the right type each. */
function sampleOf({ input }: Call): Record<string, unknown> {
  const { properties = {}, required = [] } = input as unknown as {
    properties?: Record<string, Schema>;
    required?: readonly string[];
  };
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

/** Sends a call with the session of this browser, or with the given access token, and shows the answer. */
export const docsScript = `const own = () => localStorage.getItem('token') || '';
const token = document.getElementById('token');
const warn = () => { document.getElementById('signin').hidden = Boolean(token.value || own()); };
token.addEventListener('input', warn);
warn();
document.getElementById('filter').addEventListener('input', ({ target }) => {
  const words = target.value.toLowerCase();
  for (const call of document.querySelectorAll('.call')) {
    call.hidden = !call.querySelector('summary').textContent.toLowerCase().includes(words);
  }
  for (const section of document.querySelectorAll('section')) {
    section.hidden = !section.querySelector('.call:not([hidden])');
  }
});
const bodyOf = (form) => {
  const text = form.querySelector('textarea').value.trim() || '{}';
  const input = JSON.parse(text);
  const files = [...form.querySelectorAll('input[type=file]')].filter((each) => each.files.length > 0);
  if (files.length === 0) return { body: JSON.stringify(input), headers: { 'content-type': 'application/json' } };
  const body = new FormData();
  for (const [name, value] of Object.entries(input)) {
    body.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  for (const each of files) body.append(each.name, each.files[0]);
  return { body, headers: {} };
};
const send = async (form) => {
  const path = form.closest('.call').dataset.path;
  const { body, headers } = bodyOf(form);
  const sign = token.value ? { authorization: 'Bearer ' + token.value.trim() } : { token: own() };
  const started = performance.now();
  const response = await fetch('/api/' + path, { method: 'POST', body, headers: { ...headers, ...sign } });
  const text = await response.text();
  const ms = Math.round(performance.now() - started);
  const left = response.headers.get('ratelimit-remaining');
  const head = response.status + ' in ' + ms + ' ms' + (left === null ? '' : ', ' + left + ' calls left this minute');
  try {
    return head + '\\n' + JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return head + '\\n' + text;
  }
};
document.addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.target;
  const result = form.querySelector('pre');
  const button = form.querySelector('button');
  button.disabled = true;
  result.hidden = false;
  try {
    result.textContent = await send(form);
  } catch (error) {
    result.textContent = String(error);
  }
  button.disabled = false;
});
`;

export const docsStyle = `:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:960px;margin:2rem auto;padding:0 1rem}
code,pre,textarea{font:13px/1.5 ui-monospace,monospace}summary{cursor:pointer;padding:.5rem 0}.call{border-top:1px solid color-mix(in srgb,currentColor 12%,transparent);overflow-wrap:anywhere}
small{opacity:.7}form{display:grid;gap:.5rem;padding-bottom:1rem}textarea{width:100%;box-sizing:border-box;padding:.5rem}button{justify-self:start;padding:.4rem 1rem}
pre{overflow:auto;max-height:24rem;padding:.75rem;margin:0;background:color-mix(in srgb,currentColor 6%,transparent);border-radius:6px;white-space:pre-wrap}
.who{display:flex;flex-wrap:wrap;gap:1rem}.who input{font:inherit;padding:.3rem .5rem;max-width:100%}.warning{color:light-dark(#8a4b00,#ffb454)}h3{margin:.75rem 0 .25rem;font-size:1rem}`;
