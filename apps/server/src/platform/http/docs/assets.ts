/** Sends a call with the session of this browser, or with the given access token, and shows the answer. */
export const docsScript = `const own = () => localStorage.getItem('token') || '';
const token = document.getElementById('token');
const content = document.getElementById('content');
const sign = () => (token.value ? { authorization: 'Bearer ' + token.value.trim() } : { token: own() });
const say = (id) => content.replaceChildren(document.getElementById(id).content.cloneNode(true));
const load = async () => {
  const response = await fetch('/docs/calls' + location.search, { headers: sign() }).catch(() => null);
  if (!response) return say('away');
  if (response.status === 403) return say('signin');
  content.innerHTML = await response.text();
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
  filter();
};
// Calls that are shown already stay when another token is tried.
token.addEventListener('change', () => { if (!content.querySelector('.call')) void load(); });
const filter = () => {
  const words = document.getElementById('filter').value.trim().toLowerCase().replace(/^\\/?api\\//, '');
  for (const call of document.querySelectorAll('.call')) {
    call.hidden = !call.querySelector('summary').textContent.toLowerCase().includes(words);
  }
  for (const section of document.querySelectorAll('section')) {
    section.hidden = section.id === 'start' ? words !== '' : !section.querySelector('.call:not([hidden])');
  }
  for (const link of document.querySelectorAll('nav a')) {
    const section = document.getElementById(link.hash.slice(1)).closest('section');
    link.parentElement.hidden = section.hidden;
    const count = link.querySelector('small');
    if (count) count.textContent = section.querySelectorAll('.call:not([hidden])').length;
  }
  document.getElementById('none').hidden = !!document.querySelector('section:not([hidden])');
};
document.getElementById('filter').addEventListener('input', filter);
void load();
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
  const started = performance.now();
  const response = await fetch('/api/' + path, { method: 'POST', body, headers: { ...headers, ...sign() } });
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

export const docsStyle = `:root{color-scheme:light dark;--line:light-dark(#e6e6ec,#33333c);--soft:light-dark(#f6f6f9,#22222a);--accent:light-dark(#4b3fd1,#a99fff);--dim:light-dark(#5f5f6b,#a3a3b0)}
*{box-sizing:border-box}body{font:15px/1.55 system-ui,sans-serif;margin:0;background:light-dark(#fff,#18181d);color:light-dark(#1c1c22,#ececf1)}a{color:var(--accent)}
header{position:sticky;top:0;z-index:1;display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;padding:.6rem 1.25rem;background:light-dark(#fff,#18181d);border-bottom:1px solid var(--line)}
header h1{font-size:1rem;margin:0;font-weight:500;color:var(--dim)}.mark{font-weight:700;text-decoration:none;color:inherit}.fields{display:flex;flex-wrap:wrap;gap:.5rem 1rem;margin-inline-start:auto}
label{font-size:13px;color:var(--dim)}input,textarea,button{font:inherit;color:inherit;background:var(--soft);border:1px solid var(--line);border-radius:6px;padding:.3rem .6rem;max-width:100%}
#content{display:grid;grid-template-columns:200px minmax(0,1fr);max-width:1200px;margin:0 auto}nav{position:sticky;top:3.4rem;align-self:start;max-height:calc(100vh - 3.4rem);overflow:auto;padding:1.25rem}nav ul{list-style:none;margin:0;padding:0}nav a{display:flex;gap:.5rem;overflow-wrap:anywhere;justify-content:space-between;padding:.25rem .5rem;border-radius:6px;text-decoration:none;color:inherit}nav a:hover{background:var(--soft)}
main{padding:1.25rem;min-width:0}h2{margin:1.75rem 0 .5rem;font-size:1.15rem;scroll-margin-top:4.5rem}section{scroll-margin-top:4rem}section:first-child h2{margin-top:0}h3{margin:1rem 0 .35rem;font-size:13px;color:var(--dim);font-weight:600}
code,pre,textarea{font:13px/1.5 ui-monospace,monospace}.call{border:1px solid var(--line);border-radius:8px;margin:.5rem 0;overflow-wrap:anywhere}.call[open]{padding-bottom:1rem}.call>:not(summary){margin-inline:.9rem}summary{cursor:pointer;padding:.6rem .9rem}summary>code{font-weight:600}
small{color:var(--dim)}small.read,small.write{padding:.05rem .45rem;border-radius:99px;background:var(--soft)}small.write{color:light-dark(#8a4b00,#ffb454)}table{border-collapse:collapse;width:calc(100% - 1.8rem)}td{border-top:1px solid var(--line);padding:.3rem .6rem .3rem 0;vertical-align:top;white-space:pre-wrap}td:nth-child(n+3){color:var(--dim);font-size:13px}
form{display:grid;gap:.5rem}textarea{width:100%;padding:.5rem}button{justify-self:start;padding:.4rem 1rem;cursor:pointer;background:var(--accent);color:light-dark(#fff,#18181d);border:0}button:disabled{opacity:.6}
pre{overflow:auto;max-height:24rem;padding:.75rem;margin:0;background:var(--soft);border-radius:6px;white-space:pre-wrap}.wait,.notice{grid-column:1/-1;padding:2rem 1.25rem;max-width:640px;margin:0 auto}
@media (max-width:760px){#content{grid-template-columns:minmax(0,1fr)}nav{position:static;max-height:none;padding-bottom:0}nav ul{display:flex;flex-wrap:wrap;gap:.25rem}.fields{margin:0;width:100%}.fields label,.fields input{width:100%}}`;
