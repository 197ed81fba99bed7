import { APPROVAL_LIMITS, type ApprovalOption } from '@atrium/contract/approvals/definition.ts';
import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { t } from '#sync/language.ts';
import { isComposing } from '#ui/keys/composing.ts';
import classes from '../Designer.module.css';
import { moveItem, newOption } from './newField.ts';

interface Props {
  options: readonly ApprovalOption[];
  onChange: (options: ApprovalOption[]) => void;
}

/** The options of a choice. Enter adds the next one, Alt and an arrow moves one. */
export function OptionsField({ options, onChange }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const focus = (at: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLInputElement>('input')[at]?.focus());
  const isFull = options.length >= APPROVAL_LIMITS.options;
  const add = (at: number) => {
    if (isFull) return;
    onChange(options.toSpliced(at, 0, newOption(options)));
    focus(at);
  };
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (event.key === 'Enter' && !isComposing(event)) add(at + 1);
    else if (by && event.altKey) {
      onChange(moveItem(options, at, at + by));
      focus(Math.min(options.length - 1, Math.max(0, at + by)));
    } else if (by) focus(at + by);
    else return;
    event.preventDefault();
  };
  return (
    <div ref={list} className={classes.options} role="group" aria-label={t('approval.design.options')}>
      <span className={classes.optionsLabel} aria-hidden="true">
        {t('approval.design.options')}
      </span>
      {options.map((option, at) => (
        <div key={option.id} className={classes.option}>
          <TextInput
            aria-label={t('approval.design.option_n', { number: at + 1 })}
            maxLength={APPROVAL_LIMITS.label}
            value={option.label}
            onChange={(event) =>
              onChange(
                options.map((each, index) => (index === at ? { ...each, label: event.currentTarget.value } : each)),
              )
            }
            onKeyDown={(event) => onKeyDown(event, at)}
          />
          <ActionIcon
            aria-label={t('approval.design.option_remove', { number: at + 1 })}
            onClick={() => {
              onChange(options.filter((_, index) => index !== at));
              focus(Math.max(0, at - 1));
            }}
          >
            <IconTrash size={18} stroke={1.75} />
          </ActionIcon>
        </div>
      ))}
      <Button
        size="compact-sm"
        variant="light"
        leftSection={<IconPlus size={16} stroke={1.75} />}
        disabled={isFull}
        onClick={() => add(options.length)}
      >
        {t('approval.design.add_option')}
      </Button>
    </div>
  );
}
