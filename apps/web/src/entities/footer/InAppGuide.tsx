import { Button, Overlay, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '#sync/language.ts';
import classes from './InAppGuide.module.css';
import { isInApp } from './inApp.ts';

/** Explains, over an invitation that was opened inside a messenger, how to continue in the phone's own browser. */
export function InAppGuide() {
  const [isShown, setShown] = useState(() => isInApp());
  if (!isShown) return null;
  return (
    <Overlay fixed className={classes.over} role="dialog" aria-modal="true" aria-label={t('guide.title')} zIndex={600}>
      <svg viewBox="0 0 160 120" className={classes.drawing} role="img" aria-label={t('guide.picture')}>
        <path d="M20 110 C 30 60, 80 40, 138 22" />
        <path d="M120 14 L140 21 L131 40" />
        <circle cx="148" cy="8" r="2.5" />
        <circle cx="140" cy="8" r="2.5" />
        <circle cx="132" cy="8" r="2.5" />
      </svg>
      <div className={classes.words}>
        <Text fw={600} size="lg">
          {t('guide.title')}
        </Text>
        <Text>{t('guide.text')}</Text>
        <Button mt="md" variant="white" onClick={() => setShown(false)} data-autofocus autoFocus>
          {t('guide.dismiss')}
        </Button>
      </div>
    </Overlay>
  );
}
