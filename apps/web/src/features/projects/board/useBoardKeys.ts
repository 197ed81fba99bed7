import { IconCircleCheck, IconFolderSymlink, IconPencil } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { cardKeys } from '#entities/task/menu/cardKeys.ts';
import { moveOrCopy } from '#entities/task/menu/movingTask.ts';
import { toggleComplete } from '#entities/task/task.actions.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { type Command, useCommandsOf } from '#ui/keys/commands.ts';
import { moveCardOneStep } from './board.actions.ts';

const DIRECTIONS: Record<string, 'up' | 'down' | 'left' | 'right'> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

const cardOf = (id: number) => document.querySelector<HTMLElement>(`[data-card="${id}"]`);

/** The number of frames to wait, half a second: the time a slow machine takes to draw a change. */
const FRAMES = 30;

/** Gives a moved card its focus again: in another column it is a new element, which must be drawn first. */
function keepFocus(id: number, frames = FRAMES): void {
  const card = cardOf(id);
  const { activeElement } = document;
  if (activeElement !== document.body && activeElement !== card) return;
  if (activeElement !== card) card?.focus();
  if (frames > 0) requestAnimationFrame(() => keepFocus(id, frames - 1));
}

/** Collects keys for a card that is moving to its new column, because nothing has the focus until it is drawn there. */
function useBetween(isCarrying: boolean, carried: (key: string) => boolean): void {
  const latest = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.target !== document.body || !carried(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    if (!isCarrying) return;
    document.addEventListener('keydown', latest, { capture: true });
    return () => document.removeEventListener('keydown', latest, { capture: true });
  }, [isCarrying]);
}

/**
 * Handles the keys of a board: arrows move between cards, Enter opens one, Space picks it up; while it is picked up
 * arrows move it and Space, Enter or Escape drops it. `spoken` announces its position. The focused card offers commands
 * too; `editing` is the one whose name is being edited.
 */
export function useBoardKeys(onTask: (taskId: number) => void, hidden: readonly number[] = []) {
  const [pickedUp, setPickedUp] = useState(0);
  const [spoken, setSpoken] = useState('');
  const [editing, setEditing] = useState(0);
  useCommandsOf(() => cardCommands(setEditing));
  const onEdited = (id: number, byKey: boolean) => {
    if (!byKey) return setEditing(0);
    // The field is removed before the card gets the focus, without waiting for a frame.
    flushSync(() => setEditing(0));
    keepFocus(id);
  };
  /** @returns whether the key moves or drops a picked up card */
  const carried = (key: string) => {
    const direction = DIRECTIONS[key];
    if (direction) {
      const place = moveCardOneStep(pickedUp, direction, hidden);
      if (place) setSpoken(t('board.at', { column: place.column, place: place.place }));
      keepFocus(pickedUp);
    } else if (key === ' ' || key === 'Enter' || key === 'Escape') {
      setSpoken(t('board.dropped'));
      setPickedUp(0);
    } else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const card = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-card]') : null;
    if (!card || event.target !== card) return;
    const id = Number(card.dataset.card);
    const direction = DIRECTIONS[event.key];
    if (pickedUp === id ? carried(event.key) : direction || event.key === ' ') {
      event.preventDefault();
      // This Escape only drops the card, and closes nothing.
      if (!direction) event.stopPropagation();
      if (pickedUp === id || (!direction && client.store.get('task', id)?.is_guest)) return;
      if (direction) return walk(card, direction);
      setSpoken(t('board.picked'));
      setPickedUp(id);
    } else if (event.key === 'Enter') onTask(id);
  };
  useBetween(pickedUp !== 0, carried);
  return { onKeyDown, pickedUp, spoken, editing, onEdited };
}

function cardCommands(edit: (id: number) => void): Command[] {
  const card = document.activeElement;
  const id = card instanceof HTMLElement ? Number(card.dataset.card) : 0;
  const task = id ? client.store.get('task', id) : undefined;
  if (!card || !task || task.is_guest) return [];
  const { name } = task;
  const rename = {
    id: 'card-rename',
    label: t('task.rename_named', { name }),
    icon: IconPencil,
    ...cardKeys('card-rename'),
    opensField: true,
  };
  const move = {
    id: 'card-move',
    label: t('task.move_named', { name }),
    icon: IconFolderSymlink,
    ...cardKeys('card-move'),
  };
  const complete = { id: 'card-complete', icon: IconCircleCheck, ...cardKeys('card-complete') };
  return [
    { ...rename, run: () => edit(id) },
    // A task without the server's id cannot be moved.
    ...(id > 0 ? [{ ...move, run: () => moveOrCopy(task, 'move') }] : []),
    {
      ...complete,
      label: t(task.complete_at ? 'task.reopen' : 'task.complete', { name }),
      run: () => {
        const { left, bottom } = card.getBoundingClientRect();
        toggleComplete(client.store.get('task', id) ?? task, { x: left, y: bottom });
      },
    },
  ];
}

function walk(card: HTMLElement, direction: 'up' | 'down' | 'left' | 'right'): void {
  const column = card.closest<HTMLElement>('[data-column]');
  if (!column) return;
  const inside = [...column.querySelectorAll<HTMLElement>('[data-card]')];
  const at = inside.indexOf(card);
  if (direction === 'up' || direction === 'down') {
    inside[at + (direction === 'up' ? -1 : 1)]?.focus();
    return;
  }
  let next = direction === 'left' ? column.previousElementSibling : column.nextElementSibling;
  while (next) {
    const cards = [...next.querySelectorAll<HTMLElement>('[data-card]')];
    const target = cards[Math.min(at, cards.length - 1)];
    if (target) return target.focus();
    next = direction === 'left' ? next.previousElementSibling : next.nextElementSibling;
  }
}
