import { ActionIcon, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '#sync/language.ts';
import { isComposing } from '#ui/keys/composing.ts';
import classes from './PdfView.module.css';
import type { MatchCount, PdfSession } from './pdfSession.ts';

interface Props {
  found: MatchCount | undefined;
  onFind: PdfSession['find'];
  onClose: () => void;
}

/** Searches in the document. */
export function FindField({ found, onFind, onClose }: Props) {
  const [words, setWords] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const close = () => {
    onFind('', 'new');
    onClose();
  };
  const state = !words
    ? ''
    : found && found.total > 0
      ? `${found.current} / ${found.total}`
      : found?.isDone
        ? t('viewer.find_none')
        : '';
  return (
    <div
      className={classes.find}
      role="search"
      data-keeps-escape
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event)) return;
        event.stopPropagation();
        close();
      }}
    >
      <TextInput
        ref={field}
        size="xs"
        className={classes.findField ?? ''}
        aria-label={t('viewer.find')}
        placeholder={t('viewer.find')}
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value);
          onFind(event.currentTarget.value, 'new');
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event)) onFind(words, event.shiftKey ? 'previous' : 'next');
        }}
      />
      <span className={classes.findState} aria-live="polite">
        {state}
      </span>
      <ActionIcon aria-label={t('viewer.find_previous')} disabled={!words} onClick={() => onFind(words, 'previous')}>
        <IconChevronUp size={18} stroke={1.75} />
      </ActionIcon>
      <ActionIcon aria-label={t('viewer.find_next')} disabled={!words} onClick={() => onFind(words, 'next')}>
        <IconChevronDown size={18} stroke={1.75} />
      </ActionIcon>
      <ActionIcon aria-label={t('viewer.find_close')} onClick={close}>
        <IconX size={18} stroke={1.75} />
      </ActionIcon>
    </div>
  );
}
