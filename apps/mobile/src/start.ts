import { READY_MS } from '@atrium/contract/shell/bridge.ts';
import { shellTexts } from '@atrium/i18n/shell.ts';
import { Preferences } from '@capacitor/preferences';
import { startAddress } from './addresses.ts';

/** Set when the app is built. */
declare const ATRIUM_SERVERS: readonly string[];

const CHOSEN = 'server';
const t = shellTexts(navigator.language);
const main = document.querySelector('main');

/** Leaves for the server; if that takes too long, the person is asked to restart. */
async function open(url: string): Promise<void> {
  await Preferences.set({ key: CHOSEN, value: url });
  setTimeout(() => say(t('shell.not_ready')), READY_MS);
  location.assign(`${url}/#/manage/dashboard`);
}

function say(words: string): void {
  const alert = document.createElement('p');
  alert.setAttribute('role', 'alert');
  alert.textContent = words;
  main?.prepend(alert);
}

async function begin(): Promise<void> {
  const isChoosing = new URLSearchParams(location.search).has('choose');
  const { value } = await Preferences.get({ key: CHOSEN });
  const first = isChoosing ? { problem: '' } : startAddress(ATRIUM_SERVERS, value);
  if ('url' in first) return open(first.url);
  document.title = t('shell.title');
  const title = document.createElement('h1');
  title.textContent = t('shell.title');
  const list = document.createElement('ul');
  for (const url of ATRIUM_SERVERS) {
    const [row, button] = [document.createElement('li'), document.createElement('button')];
    button.textContent = new URL(url).host;
    button.addEventListener('click', () => void open(url));
    row.append(button);
    list.append(row);
  }
  main?.replaceChildren(title, list);
  if (first.problem === 'shell.no_address') say(t('shell.no_address'));
}
void begin();
