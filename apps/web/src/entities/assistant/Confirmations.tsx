import type { Confirmation } from '@atrium/contract/chat/assistantSettings.ts';
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { useRevision } from '#sync/store/useRevision.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';
import classes from './Confirmations.module.css';
import { decide, readConfirmations } from './confirmation.actions.ts';

/** The changes that an assistant asks the person to allow, above the field. */
export function Confirmations({ dialogId }: { dialogId: number }) {
  const version = useRevision('confirmations', 0);
  const { data, again } = useRequest(readConfirmations, version);
  const here = (data ?? []).filter((each) => each.dialog_id === dialogId);
  if (here.length === 0) return null;
  return (
    <div className={classes.list} role="log" aria-label={t('ai.confirm')}>
      {here.map((each) => (
        <ConfirmationItem key={each.id} wish={each} onDone={again} />
      ))}
    </div>
  );
}

function ConfirmationItem({ wish, onDone }: { wish: Confirmation; onDone: () => void }) {
  const [busy, setBusy] = useState('');
  const answer = async (word: 'allow' | 'always' | 'refuse') => {
    setBusy(word);
    await decide(wish.id, word).catch((error: unknown) => notify(wordsOf(error), { kind: 'error' }));
    setBusy('');
    onDone();
  };
  return (
    <section className={classes.wish} aria-label={wish.title}>
      <Text size="sm" fw={600}>
        {t('ai.confirm_title', { tool: wish.title })}
      </Text>
      <pre className={classes.input}>{wish.input}</pre>
      <Group gap="xs">
        <Button size="compact-sm" loading={busy === 'allow'} onClick={() => void answer('allow')}>
          {t('ai.allow')}
        </Button>
        <Button size="compact-sm" variant="default" loading={busy === 'always'} onClick={() => void answer('always')}>
          {t('ai.allow_always')}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          loading={busy === 'refuse'}
          onClick={() => void answer('refuse')}
        >
          {t('ai.refuse')}
        </Button>
      </Group>
    </section>
  );
}
