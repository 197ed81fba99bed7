import { Paper, Portal, UnstyledButton } from '@mantine/core';
import { type Ref, useEffect, useImperativeHandle, useState } from 'react';
import mentions from '#entities/message/mentions/MentionPanel.module.css';
import { besideCaret, type MentionPanelHandle } from '#entities/message/mentions/MentionPanel.tsx';
import { t } from '#sync/language.ts';
import { type Block, matchingBlocks } from './blocks.ts';

export interface InsertState {
  query: string;
  pick: (block: Block) => void;
  rect: DOMRect | null;
}

interface Props {
  state: InsertState;
  /** The text, which keeps the focus. */
  field: HTMLElement;
  ref?: Ref<MentionPanelHandle>;
}

const WIDTH = 240;
const ID = 'document-blocks';

/** The choices after `/` at the beginning of a line. Arrows, Enter or Tab, Escape. */
export function InsertPanel({ state: { query, pick, rect }, field, ref }: Props) {
  const [chosen, setChosen] = useState(0);
  const items = matchingBlocks(query);
  const index = Math.min(chosen, items.length - 1);
  const isOffering = items.length > 0 && rect !== null;
  const current = isOffering ? items[index] : undefined;
  useImperativeHandle(ref, () => ({
    isOffering,
    onKey(event) {
      if (!current) return false;
      if (event.key === 'ArrowDown') setChosen((index + 1) % items.length);
      else if (event.key === 'ArrowUp') setChosen((index + items.length - 1) % items.length);
      else if (event.key === 'Enter' || event.key === 'Tab') pick(current);
      else return false;
      return true;
    },
  }));
  const name = current?.name;
  useEffect(() => {
    if (name) field.setAttribute('aria-activedescendant', `${ID}-${name}`);
    return () => field.removeAttribute('aria-activedescendant');
  }, [field, name]);
  if (!isOffering) return null;
  return (
    <Portal>
      <Paper
        className={mentions.panel ?? ''}
        style={{ width: WIDTH, ...besideCaret(rect, WIDTH) }}
        role="listbox"
        aria-label={t('document.insert')}
        withBorder
      >
        {items.map((item, at) => (
          <UnstyledButton
            key={item.name}
            id={`${ID}-${item.name}`}
            role="option"
            aria-selected={at === index}
            data-chosen={at === index || undefined}
            className={mentions.item ?? ''}
            onMouseDown={(event) => {
              event.preventDefault();
              pick(item);
            }}
            ref={(node) => {
              if (at === index) node?.scrollIntoView({ block: 'nearest' });
            }}
          >
            <item.icon size={18} stroke={1.75} aria-hidden />
            <span className="truncate">{item.label}</span>
          </UnstyledButton>
        ))}
      </Paper>
    </Portal>
  );
}
