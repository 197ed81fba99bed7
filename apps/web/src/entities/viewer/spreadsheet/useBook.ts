import type { Parts } from '@atrium/richtext/document/parts.ts';
import { Book, type Changes } from '@atrium/richtext/sheet/book.ts';
import { tabKey, tabsOf } from '@atrium/richtext/sheet/sheetParts.ts';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { nowDate } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import type { SharedParts } from '../parts.ts';
import { formatted } from './cellText.ts';

/** A new spreadsheet has one sheet before anybody writes in it. */
const FIRST = 's1';
const firstTab = () => ({ name: t('sheet.name', { number: 1 }), order: 1 });

const IDS = 'abcdefghijklmnopqrstuvwxyz0123456789';
/**
 * Makes the id of a line or sheet. It begins with a letter, because numbers are the ids of lines that exist by default.
 */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return `x${[...bytes].map((byte) => IDS[byte % IDS.length]).join('')}`;
}

export const bookOf = (parts: Parts): Book => {
  const whole = tabsOf(parts).length > 0 ? parts : new Map(parts).set(tabKey(FIRST), firstTab());
  return new Book(whole, { now: nowDate(), format: formatted, newId });
};

/**
 * The spreadsheet as it is now, and how to change it.
 *
 * @param onOthers  called with the changes of others
 */
export function useBook(parts: Parts, shared: SharedParts | undefined, onOthers: (before: Book, after: Book) => void) {
  const [now, setNow] = useState<Parts>(() => shared?.all() ?? parts);
  const book = useMemo(() => bookOf(now), [now]);
  const changed = useEffectEvent((next: Parts) => onOthers(book, bookOf(next)));
  useEffect(() => {
    if (!shared) return setNow(parts);
    setNow(shared.all());
    return shared.onChanged(() => {
      const next = shared.all();
      setNow(next);
      changed(next);
    });
  }, [shared, parts]);
  const change = (changes: Changes) => {
    if (!shared || changes.size === 0) return;
    const isNew = tabsOf(shared.all()).length === 0 && !changes.has(tabKey(FIRST));
    shared.change(isNew ? new Map([[tabKey(FIRST), firstTab()], ...changes]) : changes);
    setNow(shared.all());
  };
  return { book, change };
}
