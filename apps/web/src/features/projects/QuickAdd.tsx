import type { Column } from '@atrium/contract/projects.ts';
import { Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { t } from '#sync/language.ts';
import classes from './Board.module.css';
import { addCard } from './board.actions.ts';

/** Type and Enter; the field stays open for the next one. Empty and left, or Escape, closes it. */
export function QuickAdd({ column, onClose }: { column: Column; onClose: () => void }) {
  const [name, setName] = useState('');
  const box = useRef<HTMLTextAreaElement>(null);
  const add = () => {
    const line = name.replace(/\s+/g, ' ').trim();
    if (!line) return;
    addCard(column, line);
    setName('');
    box.current?.focus();
  };
  return (
    <div className={classes.quick}>
      <Textarea
        ref={box}
        aria-label={t('task.quick_add', { name: column.name })}
        placeholder={t('task.quick_placeholder')}
        autosize
        minRows={1}
        autoFocus
        maxLength={255}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={() => !name.trim() && onClose()}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault();
            add();
          }
          if (event.key === 'Escape') onClose();
        }}
      />
    </div>
  );
}
