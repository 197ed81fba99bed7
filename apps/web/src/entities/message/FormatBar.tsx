import { ActionIcon, Button, Popover, TextInput, Tooltip } from '@mantine/core';
import {
  IconBlockquote,
  IconBold,
  IconCode,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconStrikethrough,
  IconUnderline,
} from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import { type FormEvent, useState } from 'react';
import { t } from '#sync/language.ts';
import { notify } from '#ui/notices.ts';
import classes from './FormatBar.module.css';

const FORMATS = [
  { key: 'bold', icon: IconBold, run: (editor: Editor) => editor.chain().focus().toggleBold() },
  { key: 'italic', icon: IconItalic, run: (editor: Editor) => editor.chain().focus().toggleItalic() },
  { key: 'strike', icon: IconStrikethrough, run: (editor: Editor) => editor.chain().focus().toggleStrike() },
  { key: 'underline', icon: IconUnderline, run: (editor: Editor) => editor.chain().focus().toggleUnderline() },
  { key: 'blockquote', icon: IconBlockquote, run: (editor: Editor) => editor.chain().focus().toggleBlockquote() },
  { key: 'codeBlock', icon: IconCode, run: (editor: Editor) => editor.chain().focus().toggleCodeBlock() },
  { key: 'bulletList', icon: IconList, run: (editor: Editor) => editor.chain().focus().toggleBulletList() },
  { key: 'orderedList', icon: IconListNumbers, run: (editor: Editor) => editor.chain().focus().toggleOrderedList() },
] as const;

/** False where nothing is selected; whoever asked has been told. */
function hasSelection(editor: Editor): boolean {
  if (!editor.state.selection.empty) return true;
  notify(t('format.select'));
  return false;
}

/** How what is selected looks. The field keeps the focus. */
export function FormatBar({ editor }: { editor: Editor }) {
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      [...FORMATS.map(({ key }) => key), 'link'].filter((key) => current.isActive(key)),
  });
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('format.title')}>
      {FORMATS.map(({ key, icon: Icon, run }) => (
        <Tooltip key={key} label={t(`format.${key}`)}>
          <ActionIcon
            aria-label={t(`format.${key}`)}
            aria-pressed={active.includes(key)}
            variant={active.includes(key) ? 'light' : 'subtle'}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => hasSelection(editor) && run(editor).run()}
          >
            <Icon size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      ))}
      <LinkButton editor={editor} isActive={active.includes('link')} />
    </div>
  );
}

function LinkButton({ editor, isActive }: { editor: Editor; isActive: boolean }) {
  const [address, setAddress] = useState<string | null>(null);
  const [problem, setProblem] = useState('');
  const open = () => {
    if (!hasSelection(editor)) return;
    setProblem('');
    setAddress(String(editor.getAttributes('link')['href'] ?? ''));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A form within a form's field: the message is not sent by it.
    event.stopPropagation();
    const typed = (address ?? '').trim();
    if (!typed) return setProblem(t('format.link_empty'));
    const href = /^[a-z][a-z\d+.-]*:/i.test(typed) ? typed : `https://${typed}`;
    // What is no address that a message may lead to is not taken by the editor.
    if (!/^(https?|mailto|tel):/i.test(href)) return setProblem(t('format.link_wrong'));
    editor.chain().focus().extendMarkRange('link').setLink({ href }).run();
    setAddress(null);
  };
  return (
    <Popover opened={address !== null} onChange={(is) => !is && setAddress(null)} position="top" withinPortal trapFocus>
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
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
