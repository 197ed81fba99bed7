import { type Atrium, connect, type Entry, matchPage } from '@atrium/app/atrium.ts';
import { attempt, dayOf, el, field, newId, show, textsFor } from '../dom.ts';
import { texts } from './texts.ts';

interface Work {
  date: string;
  minutes: number;
  task_id: number;
  task: string;
  note: string;
}
interface Timer {
  since: number;
  task_id: number;
  task: string;
  note: string;
}

/** Nobody else reads how long a person works. */
const MINE = { space: 'person' } as const;
const MINUTE_MS = 60_000;
const DAYS = 7;

const atrium = await connect().catch((error: unknown) => show(error));
if (atrium) await start(atrium);

async function start(app: Atrium): Promise<void> {
  matchPage(app);
  const t = textsFor(texts, app.language);
  const monday = new Date();
  monday.setDate(monday.getDate() - ((monday.getDay() + 6) % DAYS));
  let entries: Entry<Work>[] = [];
  let timer: Entry<Timer> | null = null;

  const task = el('select', {}, el('option', { value: '0' }, t.none_task));
  const note = el('input', { maxLength: 200 });
  const date = el('input', { type: 'date', required: true, value: dayOf(new Date()) });
  const minutes = el('input', { type: 'number', min: '1', max: '1440', required: true, value: '30' });
  const clock = el('div', { className: 'row' });
  const week = el('section', { className: 'panel' });
  const form = el(
    'form',
    {
      className: 'row',
      onsubmit: (event) => {
        event.preventDefault();
        void attempt(() => add({ ...chosen(), date: date.value, minutes: Number(minutes.value) }));
      },
    },
    ...[field(t.date, date), field(t.minutes, minutes), el('button', {}, t.add)],
  );
  const top = el('section', { className: 'panel' });
  top.append(el('div', { className: 'row' }, field(t.task, task), field(t.note, note)), clock, form);
  document.body.append(top, week);
  app.on('data', () => void load());
  await Promise.all([load(), attempt(loadTasks)]);

  async function loadTasks(): Promise<void> {
    const { data } = await app.call<{ data: { id: number; name: string }[] }>('project/task/lists', {
      ...{ keys: { status: 'uncompleted' }, owner: 1, pagesize: 100 },
    });
    task.append(...data.map(({ id, name }) => el('option', { value: String(id) }, name)));
  }

  function chosen() {
    const id = Number(task.value);
    return { task_id: id, task: id ? (task.selectedOptions[0]?.text ?? '') : '', note: note.value.trim() };
  }

  async function load(): Promise<void> {
    await attempt(async () => {
      [entries, timer] = await Promise.all([app.data.list<Work>('entry:', MINE), app.data.get<Timer>('timer', MINE)]);
      draw();
    });
  }

  async function add(work: Work): Promise<void> {
    await app.data.set(`entry:${work.date}:${newId()}`, work, MINE);
    note.value = '';
    await load();
  }

  async function toggle(): Promise<void> {
    const running = timer?.value;
    if (running) {
      const spent = Math.max(1, Math.round((Date.now() - running.since) / MINUTE_MS));
      await app.data.delete('timer', MINE);
      await add({ ...running, date: dayOf(new Date(running.since)), minutes: Math.min(spent, 1440) });
    } else {
      await app.data.set('timer', { ...chosen(), since: Date.now() } satisfies Timer, MINE);
      await load();
    }
    await app.badge({ dot: !running });
  }

  function draw(): void {
    const running = timer?.value;
    const since = running && new Date(running.since).toLocaleTimeString(app.language, { timeStyle: 'short' });
    clock.replaceChildren(
      el('button', { className: 'primary', onclick: () => void attempt(toggle) }, running ? t.stop : t.start),
      el('span', { className: 'dim' }, running ? `${t.running} ${since} ${running.task}` : ''),
    );
    const days = Array.from({ length: DAYS }, (_, index) => {
      const day = new Date(monday);
      day.setDate(monday.getDate() + index);
      return dayOf(day);
    });
    const shown = entries
      .filter(({ value }) => days.includes(value.date))
      .toSorted((a, b) => a.value.date.localeCompare(b.value.date));
    const sum = shown.reduce((total, { value }) => total + value.minutes, 0);
    week.replaceChildren(
      header(days),
      shown.length ? el('ul', { className: 'entries' }, ...shown.map(rowOf)) : el('p', { className: 'dim' }, t.empty),
      el('p', { className: 'row total' }, el('strong', {}, `${t.total}: ${spanOf(sum)}`)),
    );
    if (shown.length) week.lastElementChild?.append(el('button', { onclick: () => save(shown) }, t.export));
  }

  function header(days: string[]): HTMLElement {
    const step = (by: number, label: string, sign: string) =>
      el('button', { label, onclick: () => (monday.setDate(monday.getDate() + by), draw()) }, sign);
    const format = new Intl.DateTimeFormat(app.language, { dateStyle: 'medium' });
    const [first, last] = [days[0], days.at(-1)].map((day) => new Date(`${day}T12:00`)) as [Date, Date];
    const title = format.formatRange(first, last);
    return el(
      'div',
      { className: 'row head' },
      step(-DAYS, t.previous, '‹'),
      el('h1', {}, title),
      step(DAYS, t.next, '›'),
    );
  }

  function rowOf({ key, value }: Entry<Work>): HTMLElement {
    const day = new Date(`${value.date}T12:00`).toLocaleDateString(app.language, { weekday: 'short', day: 'numeric' });
    const remove = () =>
      attempt(async () => {
        await app.data.delete(key, MINE);
        await load();
      });
    const open = () => void attempt(() => app.openTask(value.task_id));
    const name = value.task_id ? el('button', { className: 'link', onclick: open }, value.task) : t.none_task;
    return el(
      'li',
      {},
      el('span', { className: 'day' }, day),
      el('span', { className: 'what' }, name, value.note && ` · ${value.note}`),
      el('span', {}, spanOf(value.minutes)),
      el(
        'button',
        { className: 'plain', label: `${t.remove}: ${day} ${spanOf(value.minutes)}`, onclick: () => void remove() },
        '✕',
      ),
    );
  }

  function spanOf(all: number): string {
    return `${Math.floor(all / 60)}:${String(all % 60).padStart(2, '0')}`;
  }

  /** A cell that begins like a formula is quoted, because spreadsheets would run it. */
  function save(shown: Entry<Work>[]): void {
    const cell = (text: string | number) =>
      `"${String(text)
        .replace(/^[=+\-@\t\r]/, "'$&")
        .replaceAll('"', '""')}"`;
    const lines = shown.map(({ value }) => [value.date, value.minutes, value.task, value.note].map(cell).join(','));
    const head = [t.date, t.minutes, t.task, t.note].map(cell).join(',');
    const url = URL.createObjectURL(new Blob([`\ufeff${[head, ...lines].join('\r\n')}\r\n`], { type: 'text/csv' }));
    el('a', { href: url, download: `${shown[0]?.value.date}.csv` }).click();
    setTimeout(() => URL.revokeObjectURL(url), MINUTE_MS);
  }
}
