import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { t } from '#sync/language.ts';
import classes from './SettingsScreen.module.css';

const PATIENCE_MS = 5000;
const SHOWN_MS = 2000;
const LATER_MS = [300, 900, 1800];

/** Shows the setting that the address names behind its `#` once its page has loaded, with the focus on its field. */
export function useSettingInView(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const words = hash.length > 1 ? t(decodeURIComponent(hash.slice(1)) as 'settings.search') : '';
    if (!words) return undefined;
    const scroll = () => {
      const row = rowOf(words);
      if (!row) return;
      observer.disconnect();
      row.scrollIntoView({ block: 'center' });
      keepInView(words);
      row.querySelector<HTMLElement>('input, textarea, select, button')?.focus({ preventScroll: true });
      if (classes.shown) row.classList.add(classes.shown);
      setTimeout(() => classes.shown && row.classList.remove(classes.shown), SHOWN_MS);
    };
    const observer = new MutationObserver(scroll);
    observer.observe(document.body, { childList: true, subtree: true });
    const end = setTimeout(() => observer.disconnect(), PATIENCE_MS);
    scroll();
    return () => {
      observer.disconnect();
      clearTimeout(end);
    };
  }, [hash, key]);
}

/** Keeps the setting in view while content above it loads, until the person scrolls or types. */
function keepInView(words: string): void {
  const taken = new AbortController();
  for (const kind of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
    window.addEventListener(kind, () => taken.abort(), { once: true, signal: taken.signal });
  for (const later of LATER_MS)
    setTimeout(() => !taken.signal.aborted && rowOf(words)?.scrollIntoView({ block: 'center' }), later);
}

/** The row with this label, or the part with this title. */
function rowOf(words: string): HTMLElement | null {
  const body = document.querySelector<HTMLElement>('[data-settings-body]');
  const label = [...(body?.querySelectorAll<HTMLElement>('label, legend, h2, h3, h4, span, button, p') ?? [])].find(
    (each) => each.textContent.replace(/\s\*$/, '').trim() === words,
  );
  return label?.closest<HTMLElement>(`.${classes.row}`) ?? label?.parentElement ?? null;
}
