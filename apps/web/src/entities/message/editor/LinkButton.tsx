import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import type { Editor } from '@tiptap/react';
import { type FormEvent, useState } from 'react';
import { t } from '#sync/language.ts';
import { notify } from '#ui/overlays/notices.ts';
import { Popover } from '#ui/overlays/Popover.tsx';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import classes from './FormatBar.module.css';

/** Says if there is a selection; false after a warning if there is none. */
export function hasSelection(editor: Editor): boolean {
  if (!editor.state.selection.empty) return true;
  notify(t('format.select'));
  return false;
}

interface Props {
  editor: Editor;
  isActive: boolean;
  position?: 'top' | 'bottom';
}

/** Makes the selected text a link, and changes or removes the link at the caret. */
export function LinkButton({ editor, isActive, position = 'top' }: Props) {
  const [address, setAddress] = useState<string | null>(null);
  const [problem, setProblem] = useState('');
  const open = () => {
    if (!isActive && !hasSelection(editor)) return;
    setProblem('');
    setAddress(String(editor.getAttributes('link')['href'] ?? ''));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // This form is inside the field's form, and must not send the message.
    event.stopPropagation();
    const typed = (address ?? '').trim();
    if (!typed) return setProblem(t('format.link_empty'));
    const href = /^[a-z][a-z\d+.-]*:/i.test(typed) ? typed : `https://${typed}`;
    // The editor rejects addresses that a message may not link to.
    if (!/^(https?|mailto|tel):/i.test(href)) return setProblem(t('format.link_wrong'));
    editor.chain().focus().extendMarkRange('link').setLink({ href }).run();
    setAddress(null);
  };
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run();
    setAddress(null);
  };
  return (
    <Popover
      opened={address !== null}
      onChange={(is) => !is && setAddress(null)}
      position={position}
      withinPortal
      trapFocus
    >
      <Popover.Target>
        <Tooltip label={t('format.link')} disabled={address !== null}>
          <ActionIcon
            aria-label={t('format.link')}
            aria-pressed={isActive}
            variant={isActive ? 'light' : 'subtle'}
            onMouseDown={(event) => event.preventDefault()}
            onClick={open}
          >
            <IconLink size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown>
        <form className={classes.link} onSubmit={submit}>
          <TextInput
            data-autofocus
            aria-label={t('format.link_address')}
            placeholder="https://"
            value={address ?? ''}
            error={problem}
            onChange={(event) => {
              setProblem('');
              setAddress(event.currentTarget.value);
            }}
          />
          <Button type="submit">{t('format.link')}</Button>
          {isActive && (
            <Button variant="subtle" color="gray" onClick={remove}>
              {t('format.link_remove')}
            </Button>
          )}
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
