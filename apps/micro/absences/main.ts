import { type Atrium, connect, type Entry, matchPage } from '@atrium/app/atrium.ts';
import { attempt, dayOf, el, field, newId, show, textsFor } from '../dom.ts';
import { texts } from './texts.ts';

const KINDS = ['vacation', 'sick', 'other'] as const;
interface Absence {
  from: string;
  to: string;
  kind: (typeof KINDS)[number];
  note: string;
}

/** Everybody writes their own absences, and everybody reads them. */
const SPACE = { space: 'published' } as const;
const NAMES_AT_ONCE = 50;

const atrium = await connect().catch((error: unknown) => show(error));
if (atrium) await start(atrium);

async function start(app: Atrium): Promise<void> {
  matchPage(app);
  const t = textsFor(texts, app.language);
  const names = new Map<number, string>([[app.user.id, app.user.name]]);
  const month = new Date();
  month.setDate(1);
  let entries: Entry<Absence>[] = [];

  const load = () =>
    attempt(async () => {
      entries = await app.data.list<Absence>('absence:', SPACE);
      const unknown = [...new Set(entries.map(({ userid }) => userid))].filter((id) => !names.has(id));
      for (let at = 0; at < unknown.length; at += NAMES_AT_ONCE) {
        const userid = unknown.slice(at, at + NAMES_AT_ONCE);
        const people = await app.call<{ userid: number; nickname: string }[]>('users/basic', { userid });
        for (const person of people) names.set(person.userid, person.nickname);
      }
      draw();
    });

  const calendar = el('section', { className: 'panel' });
  const own = el('section', { className: 'panel' });
  document.body.append(form(), calendar, own);
  app.on('data', () => void load());
  await load();

  function form(): HTMLFormElement {
    const today = dayOf(new Date());
    const from = el('input', { type: 'date', required: true, value: today });
    const to = el('input', { type: 'date', required: true, value: today });
    const kind = el('select', {}, ...KINDS.map((value) => el('option', { value }, t[value])));
    const note = el('input', { maxLength: 200 });
    return el(
      'form',
      {
        className: 'panel row',
        onsubmit: (event) => {
          event.preventDefault();
          if (to.value < from.value) return show(t.order);
          const value: Absence = {
            ...{ from: from.value, to: to.value, note: note.value.trim() },
            kind: kind.value as Absence['kind'],
          };
          void attempt(async () => {
            await app.data.set(`absence:${newId()}`, value, SPACE);
            note.value = '';
            await load();
          });
        },
      },
      ...[field(t.from, from), field(t.to, to), field(t.kind, kind), field(t.note, note)],
      el('button', { className: 'primary' }, t.add),
    );
  }

  function draw(): void {
    const days = Array.from(
      { length: new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate() },
      (_, index) => new Date(month.getFullYear(), month.getMonth(), index + 1),
    );
    const [first, last] = [dayOf(days[0] as Date), dayOf(days.at(-1) as Date)];
    const shown = entries.filter(({ value }) => value.from <= last && value.to >= first);
    const people = [...new Set(shown.map(({ userid }) => userid))].toSorted((a, b) =>
      nameOf(a).localeCompare(nameOf(b), app.language),
    );
    calendar.replaceChildren(
      header(),
      people.length ? table(days, people, shown) : el('p', { className: 'dim' }, t.none),
    );
    drawOwn();
  }

  function nameOf(userid: number): string {
    return names.get(userid) ?? '…';
  }

  function header(): HTMLElement {
    const step = (by: number, label: string, sign: string) =>
      el('button', { label, onclick: () => (month.setMonth(month.getMonth() + by), draw()) }, sign);
    const title = month.toLocaleDateString(app.language, { month: 'long', year: 'numeric' });
    return el('div', { className: 'row head' }, step(-1, t.previous, '‹'), el('h1', {}, title), step(1, t.next, '›'));
  }

  function table(days: Date[], people: number[], shown: Entry<Absence>[]): HTMLElement {
    const isWeekend = (day: Date) => day.getDay() % 6 === 0;
    const head = el(
      'tr',
      {},
      el('th', {}),
      ...days.map((day) => el('th', { className: isWeekend(day) ? 'weekend' : '' }, String(day.getDate()))),
    );
    const rows = people.map((userid) =>
      el(
        'tr',
        {},
        el('th', { scope: 'row' }, nameOf(userid)),
        ...days.map((day) => {
          const text = dayOf(day);
          const found = shown.find(
            ({ userid: of, value }) => of === userid && value.from <= text && value.to >= text,
          )?.value;
          const words = found ? [t[found.kind], found.note].filter(Boolean).join(': ') : '';
          const className = [found && `away ${found.kind}`, isWeekend(day) && 'weekend'].filter(Boolean).join(' ');
          return el('td', { className, title: words, ...(words && { label: words }) });
        }),
      ),
    );
    return el('div', { className: 'scroll' }, el('table', {}, el('thead', {}, head), el('tbody', {}, ...rows)));
  }

  function drawOwn(): void {
    const mine = entries
      .filter(({ userid }) => userid === app.user.id)
      .toSorted((a, b) => (a.value.from < b.value.from ? 1 : -1));
    own.hidden = mine.length === 0;
    const items = mine.map(({ key, value }) => {
      const words = `${spanOf(value)} · ${t[value.kind]}${value.note && ` · ${value.note}`}`;
      const remove = () =>
        attempt(async () => {
          await app.data.delete(key, SPACE);
          await load();
        });
      return el(
        'li',
        {},
        words,
        el('button', { className: 'plain', label: `${t.remove}: ${words}`, onclick: () => void remove() }, '✕'),
      );
    });
    own.replaceChildren(el('h2', {}, t.mine), el('ul', {}, ...items));
  }

  function spanOf({ from, to }: Absence): string {
    const format = new Intl.DateTimeFormat(app.language, { dateStyle: 'medium' });
    return format.formatRange(new Date(`${from}T12:00`), new Date(`${to}T12:00`));
  }
}
