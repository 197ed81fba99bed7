import { ActionIcon, Chip, CloseButton, Loader, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';
import { isComposing } from '#ui/keys/composing.ts';
import { notify } from '#ui/overlays/notices.ts';
import classes from './FindBar.module.css';
import { FOUND_KINDS, type FoundKind, findWithin } from './shared.actions.ts';

interface Props {
  dialogId: number;
  onJump: (id: number) => void;
  onClose: () => void;
}

const PAUSE_MS = 600;

/** Searches for words or a kind of message in one conversation and jumps between results, newest first. */
export function FindBar({ dialogId, onJump, onClose }: Props) {
  const [words, setWords] = useState('');
  const [kind, setKind] = useState<FoundKind | null>(null);
  const [found, setFound] = useState<readonly number[]>([]);
  const [at, setAt] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const show = (list: readonly number[], index: number) => {
    setAt(index);
    const id = list[index];
    if (id) onJump(id);
  };
  const showFound = useEffectEvent(show);
  useEffect(() => {
    const key = words.trim();
    if (!key && !kind) {
      setFound([]);
      return;
    }
    let isWanted = true;
    const timer = setTimeout(
      () => {
        setBusy(true);
        findWithin(dialogId, key, kind)
          .then(
            (list) => {
              if (!isWanted) return;
              setFound(list);
              if (list.length === 0) notify(t('find.none'), { kind: 'error' });
              else showFound(list, list.length - 1);
            },
            (error: unknown) => isWanted && notify(wordsOf(error), { kind: 'error' }),
          )
          .finally(() => setBusy(false));
        // Typing is debounced, but choosing a kind is not.
      },
      key ? PAUSE_MS : 0,
    );
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [dialogId, words, kind]);
  const step = (by: number) => found.length > 0 && show(found, (at + by + found.length) % found.length);
  return (
    <div className={classes.box} role="search">
      <div className={classes.bar}>
        <TextInput
          className={classes.field ?? ''}
          aria-label={t('find.title')}
          placeholder={t('find.title')}
          value={words}
          data-autofocus
          autoFocus
          data-mantine-stop-propagation
          leftSection={isBusy ? <Loader size={16} /> : <IconSearch size={16} />}
          onChange={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (isComposing(event)) return;
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
      <Chip.Group value={kind ?? ''} onChange={(value) => setKind(FOUND_KINDS.find((each) => each === value) ?? null)}>
        <div className={classes.kinds} role="radiogroup" aria-label={t('find.kind')}>
          <Chip size="xs" value="">
            {t('find.all')}
          </Chip>
          {FOUND_KINDS.map((each) => (
            <Chip key={each} size="xs" value={each}>
              {t(`shared.${each}`)}
            </Chip>
          ))}
        </div>
      </Chip.Group>
    </div>
  );
}
