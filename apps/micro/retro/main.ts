import { type Atrium, connect, type Entry, matchPage } from '@atrium/app/atrium.ts';
import { attempt, el, field, newId, show, textsFor } from '../dom.ts';
import { texts } from './texts.ts';

const COLUMNS = ['good', 'improve', 'action'] as const;
type Column = (typeof COLUMNS)[number];
interface Card {
  column: Column;
  text: string;
}

/** Cards belong to everyone, votes to the person who gave them. */
const VOTES = { space: 'published' } as const;

const atrium = await connect().catch((error: unknown) => show(error));
if (atrium) await start(atrium);

async function start(app: Atrium): Promise<void> {
  matchPage(app);
  const t = textsFor(texts, app.language);
  let cards: Entry<Card>[] = [];
  let votes: Entry<true>[] = [];
  const lists = new Map(COLUMNS.map((column) => [column, el('ul', { className: 'cards' })]));
  document.body.append(el('main', { className: 'board' }, ...COLUMNS.map(columnOf)));
  app.on('data', () => void load());
  await load();

  async function load(): Promise<void> {
    await attempt(async () => {
      [cards, votes] = await Promise.all([app.data.list<Card>('card:'), app.data.list<true>('vote:', VOTES)]);
      for (const column of COLUMNS) drawColumn(column);
    });
  }

  function columnOf(column: Column): HTMLElement {
    const input = el('input', {
      required: true,
      maxLength: 500,
      placeholder: t.write,
      label: `${t.write}: ${t[column]}`,
    });
    const form = el(
      'form',
      {
        className: 'write',
        onsubmit: (event) => {
          event.preventDefault();
          const text = input.value.trim();
          if (!text) return;
          void attempt(async () => {
            await app.data.set(`card:${newId()}`, { column, text } satisfies Card, { version: 0 });
            input.value = '';
            await load();
          });
        },
      },
      ...[input, el('button', {}, t.add)],
    );
    return el('section', { className: 'panel' }, el('h2', {}, t[column]), form, lists.get(column) as HTMLElement);
  }

  function drawColumn(column: Column): void {
    const shown = cards
      .filter(({ value }) => value.column === column)
      .map((card) => ({ card, given: votes.filter(({ key }) => key === voteKey(card)) }))
      .toSorted((a, b) => b.given.length - a.given.length || a.card.key.localeCompare(b.card.key));
    const items = shown.map(({ card, given }) => cardOf(card, given));
    lists.get(column)?.replaceChildren(...(items.length ? items : [el('li', { className: 'dim' }, t.empty)]));
  }

  function voteKey({ key }: Entry<Card>): string {
    return `vote:${key.slice('card:'.length)}`;
  }

  function cardOf(card: Entry<Card>, given: Entry<true>[]): HTMLElement {
    const isMine = given.some(({ userid }) => userid === app.user.id);
    const toggle = () =>
      attempt(async () => {
        if (isMine) await app.data.delete(voteKey(card), VOTES);
        else await app.data.set(voteKey(card), true, VOTES);
        await load();
      });
    const remove = () =>
      attempt(async () => {
        await app.data.delete(card.key);
        await load();
      });
    const { text, column } = card.value;
    const vote = el(
      'button',
      { className: 'plain', ariaPressed: String(isMine), label: `${isMine ? t.unvote : t.vote}: ${text}` },
      `▲ ${given.length}`,
    );
    vote.onclick = () => void toggle();
    const item = el('li', { className: 'card' }, el('p', {}, text));
    const buttons = el('div', { className: 'row' }, vote);
    if (column === 'action') {
      buttons.append(
        el('button', { className: 'plain', onclick: () => void attempt(() => askProject(item, text)) }, t.task),
      );
    }
    buttons.append(
      el('button', { className: 'plain', label: `${t.remove}: ${text}`, onclick: () => void remove() }, '✕'),
    );
    item.append(buttons);
    return item;
  }

  /** An action becomes a task of a project, and is shown. */
  async function askProject(item: HTMLElement, text: string): Promise<void> {
    const { data } = await app.call<{ data: { id: number; name: string }[] }>('project/lists', { pagesize: 100 });
    const project = el('select', {}, ...data.map(({ id, name }) => el('option', { value: String(id) }, name)));
    const form = el(
      'form',
      {
        className: 'row',
        onsubmit: (event) => {
          event.preventDefault();
          void attempt(async () => {
            const task = await app.call<{ id: number }>('project/task/add', {
              project_id: Number(project.value),
              name: text.slice(0, 255),
            });
            form.remove();
            await app.notice(t.made);
            await app.openTask(task.id);
          });
        },
      },
      ...[field(t.project, project), el('button', { className: 'primary' }, t.create)],
      el('button', { type: 'button' as const, onclick: () => form.remove() }, t.cancel),
    );
    item.querySelector('form')?.remove();
    item.append(form);
    project.focus();
  }
}
