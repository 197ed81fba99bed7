import type { MessageAction } from '@atrium/contract/chat/actions.ts';
import { Button, NativeSelect } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { notify } from '#ui/overlays/notices.ts';
import classes from './ActionRow.module.css';
import { press } from './program.actions.ts';
import { openForm } from './shownForm.ts';

const COLORS = { default: 'gray', primary: 'accent', danger: 'red' } as const;

interface Props {
  dialogId: number;
  /** The message that they belong to, or the ticket of a reply to this person alone. */
  of: { msg_id: number } | { ticket: string };
  actions: readonly MessageAction[];
}

/**
 * The buttons and lists below a message. Only one can be used at a time, because the program may change the message
 * meanwhile.
 */
export function ActionRow({ dialogId, of, actions }: Props) {
  const [busy, setBusy] = useState('');
  const size = useIsPhone() ? 'md' : 'xs';
  const act = async (action: MessageAction, value?: string) => {
    if (busy) return;
    if (action.confirm && !(await askFirst({ title: action.label, text: action.confirm, action: action.label })))
      return;
    setBusy(action.id);
    try {
      const input = { ...of, action_id: action.id, ...(value !== undefined && { value }) };
      const { form } = await press(dialogId, input);
      if (form) openForm({ form, dialogId });
    } catch (error) {
      notify(wordsOf(error), { kind: 'error' });
    } finally {
      setBusy('');
    }
  };
  return (
    <div className={classes.row} role="group" aria-label={t('program.actions')}>
      {actions.map((action) => {
        if (action.type === 'select') {
          return (
            <NativeSelect
              key={action.id}
              size={size}
              aria-label={action.label}
              disabled={busy !== ''}
              value=""
              data={[{ value: '', label: action.label }, ...(action.options ?? [])]}
              onChange={(event) => event.currentTarget.value && void act(action, event.currentTarget.value)}
            />
          );
        }
        if (action.url) {
          return (
            <Button
              key={action.id}
              component="a"
              href={action.url}
              target="_blank"
              rel="noopener noreferrer nofollow"
              size={size}
              variant="default"
              rightSection={<IconExternalLink size={14} stroke={1.75} aria-hidden />}
            >
              {action.label}
            </Button>
          );
        }
        return (
          <Button
            key={action.id}
            size={size}
            variant={action.style === 'primary' ? 'filled' : action.style === 'danger' ? 'outline' : 'default'}
            {...(action.style && action.style !== 'default' && { color: COLORS[action.style] })}
            loading={busy === action.id}
            disabled={busy !== '' && busy !== action.id}
            onClick={() => void act(action)}
          >
            {action.label}
          </Button>
        );
      })}
    </div>
  );
}
