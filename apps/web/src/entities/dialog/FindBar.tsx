import { ActionIcon, CloseButton, Loader, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/notices.ts';
import classes from './FindBar.module.css';
import { findWithin } from './shared.actions.ts';

interface Props {
  dialogId: number;
  onJump: (id: number) => void;
  onClose: () => void;
}

const PAUSE_MS = 600;

/** Looks for words in one conversation and goes from place to place, the newest first. */
export function FindBar({ dialogId, onJump, onClose }: Props) {
  const [words, setWords] = useState('');
  const [found, setFound] = useState<readonly number[]>([]);
  const [at, setAt] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const show = (list: readonly number[], index: number) => {
    setAt(index);
    const id = list[index];
    if (id) onJump(id);
  };
  useEffect(() => {
    const key = words.trim();
    if (!key) {
      setFound([]);
      return;
    }
    let isWanted = true;
    const timer = setTimeout(() => {
      setBusy(true);
      findWithin(dialogId, key)
        .then(
          (list) => {
            if (!isWanted) return;
            setFound(list);
            if (list.length === 0) notify(t('find.none'), { kind: 'error' });
            else show(list, list.length - 1);
          },
          (error: unknown) => isWanted && notify(wordsOf(error), { kind: 'error' }),
        )
        .finally(() => setBusy(false));
    }, PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [dialogId, words]);
  const step = (by: number) => found.length > 0 && show(found, (at + by + found.length) % found.length);
  return (
    <div className={classes.bar} role="search">
      <TextInput
        className={classes.field ?? ''}
        aria-label={t('find.title')}
        placeholder={t('find.title')}
        value={words}
        data-autofocus
        autoFocus
        leftSection={isBusy ? <Loader size={16} /> : <IconSearch size={16} />}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose();
          else if (event.key === 'Enter' || event.key === 'ArrowUp') step(-1);
          else if (event.key === 'ArrowDown') step(1);
        }}
      />
      <span className={classes.count} aria-live="polite">
        {found.length > 0 && `${at + 1}/${found.length}`}
      </span>
      <ActionIcon aria-label={t('find.older')} disabled={found.length === 0} onClick={() => step(-1)}>
        <IconChevronUp size={18} />
      </ActionIcon>
      <ActionIcon aria-label={t('find.newer')} disabled={found.length === 0} onClick={() => step(1)}>
        <IconChevronDown size={18} />
      </ActionIcon>
      <CloseButton aria-label={t('action.close')} onClick={onClose} />
    </div>
  );
}
