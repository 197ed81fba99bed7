import { Button, CloseButton, Text } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { endTour } from '#entities/workspace/setupProgress.ts';
import { t } from '#sync/language.ts';
import classes from './Tour.module.css';

/** The target of each hint: in the sidebar, or on a phone in the tab bar and the dashboard. */
const HINTS = [
  { id: 'messenger', at: 'nav a[href="/manage/messenger"]' },
  { id: 'new', at: '[data-tour="new"], nav a[href="/manage/project"]' },
  { id: 'search', at: '[data-tour="search"]' },
] as const;

/** Three hints for a person who has just joined. They cover nothing, take no focus, and are shown once. */
export function Tour() {
  const [index, setIndex] = useState(0);
  const hint = HINTS[index] ?? HINTS[0];
  const isLast = index === HINTS.length - 1;
  useEffect(() => {
    const target = document.querySelector<HTMLElement>(hint.at);
    target?.setAttribute('data-toured', '');
    return () => target?.removeAttribute('data-toured');
  }, [hint]);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // Escape closes an open modal first.
    if (event.key === 'Escape' && !document.querySelector('[role="dialog"]')) endTour();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return (
    <aside className={classes.card} aria-label={t('tour.title')}>
      <div className={classes.head}>
        <Text size="xs" c="dimmed">
          {t('tour.count', { number: index + 1, total: HINTS.length })}
        </Text>
        <CloseButton size="sm" aria-label={t('action.close')} onClick={endTour} />
      </div>
      <div aria-live="polite">
        <Text fw={600}>{t(`tour.${hint.id}`)}</Text>
        <Text size="sm">{t(`tour.${hint.id}_text`)}</Text>
      </div>
      <Button size="sm" className={classes.next ?? ''} onClick={isLast ? endTour : () => setIndex(index + 1)}>
        {t(isLast ? 'tour.end' : 'tour.next')}
      </Button>
    </aside>
  );
}
