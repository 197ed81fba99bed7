import { Paper, Portal, UnstyledButton } from '@mantine/core';
import { type Ref, useImperativeHandle, useState } from 'react';
import type { ComposerDialog } from '#entities/message/composer/composing.ts';
import mentions from '#entities/message/mentions/MentionPanel.module.css';
import type { MentionPanelHandle } from '#entities/message/mentions/MentionPanel.tsx';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { emailOf, readCommands } from './program.actions.ts';
import classes from './SlashPanel.module.css';
import { builtIn, matching, ofBot, ofPrograms, type SlashCommand } from './slash.ts';

interface Props {
  typed: string;
  dialog: ComposerDialog;
  /** The field, above which the list is. */
  field: HTMLElement;
  onPick: (command: SlashCommand) => void;
  ref?: Ref<MentionPanelHandle>;
}

/** Returns the commands of this conversation. Those of programs come a moment later. */
function useSlashCommands(dialog: ComposerDialog): SlashCommand[] {
  const isBot = dialog.bot > 0;
  const { data: custom } = useRequest(async () => (isBot ? [] : readCommands()), isBot ? 'bot' : '');
  if (isBot) return ofBot(emailOf(dialog.id));
  return [...builtIn(dialog.type === 'group'), ...ofPrograms(custom ?? [])];
}

/** The commands that begin with the typed letters. The keys are arrows, Enter or Tab, and Escape. */
export function SlashPanel({ typed, dialog, field, onPick, ref }: Props) {
  const [chosen, setChosen] = useState(0);
  const [dismissed, setDismissed] = useState<string | null>(null);
  const items = matching(useSlashCommands(dialog), typed);
  const index = Math.min(chosen, items.length - 1);
  const isOffering = items.length > 0 && dismissed !== typed;
  useImperativeHandle(ref, () => ({
    isOffering,
    onKey(event) {
      if (!isOffering) return false;
      const item = items[index];
      if (event.key === 'ArrowDown') setChosen((index + 1) % items.length);
      else if (event.key === 'ArrowUp') setChosen((index + items.length - 1) % items.length);
      else if (event.key === 'Escape') setDismissed(typed);
      else if ((event.key === 'Enter' || event.key === 'Tab') && item) onPick(item);
      else return false;
      return true;
    },
  }));
  if (!isOffering) return null;
  const { left, top, width } = field.getBoundingClientRect();
  return (
    <Portal>
      <Paper
        className={`${mentions.panel ?? ''} ${classes.panel ?? ''}`}
        style={{
          left: Math.max(8, left),
          bottom: window.innerHeight - top + 6,
          width: Math.min(520, Math.max(width, 280)),
        }}
        role="listbox"
        aria-label={t('slash.title')}
        withBorder
      >
        {items.map((item) => (
          <UnstyledButton
            key={`${item.run.kind}${item.word}`}
            role="option"
            aria-selected={item === items[index]}
            data-chosen={item === items[index] || undefined}
            className={mentions.item ?? ''}
            onMouseDown={(event) => {
              event.preventDefault();
              onPick(item);
            }}
            ref={(node) => {
              if (item === items[index]) node?.scrollIntoView({ block: 'nearest' });
            }}
          >
            <span className={classes.word}>/{item.word}</span>
            <span className={classes.hint}>{item.hint}</span>
            <small className="truncate">{item.about}</small>
          </UnstyledButton>
        ))}
      </Paper>
    </Portal>
  );
}
