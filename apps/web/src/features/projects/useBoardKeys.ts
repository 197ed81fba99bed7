import { type KeyboardEvent, useState } from 'react';
import { t } from '#sync/language.ts';
import { nudgeCard } from './board.actions.ts';

const DIRECTIONS: Record<string, 'up' | 'down' | 'left' | 'right'> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/**
 * The board by keyboard: arrows walk over the cards, Enter opens one, Space picks it up; while it is picked up arrows
 * move it and Space, Enter or Escape puts it down. `spoken` says where it is.
 */
export function useBoardKeys(_projectId: number, onTask: (taskId: number) => void) {
  const [pickedUp, setPickedUp] = useState(0);
  const [spoken, setSpoken] = useState('');
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const card = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-card]') : null;
    if (!card || event.target !== card) return;
    const id = Number(card.dataset.card);
    const direction = DIRECTIONS[event.key];
    if (direction) {
      event.preventDefault();
      if (pickedUp !== id) return walk(card, direction);
      const place = nudgeCard(id, direction);
      if (place) setSpoken(t('board.at', { column: place.column, place: place.place }));
      requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-card="${id}"]`)?.focus());
      return;
    }
    if (event.key === ' ' || (pickedUp === id && (event.key === 'Enter' || event.key === 'Escape'))) {
      event.preventDefault();
      event.stopPropagation();
      setSpoken(t(pickedUp === id ? 'board.dropped' : 'board.picked'));
      setPickedUp(pickedUp === id ? 0 : id);
      return;
    }
    if (event.key === 'Enter') onTask(id);
  };
  return { onKeyDown, pickedUp, spoken };
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
