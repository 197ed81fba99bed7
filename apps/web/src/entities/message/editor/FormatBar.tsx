import { ActionIcon, Button, ColorSwatch, TextInput } from '@mantine/core';
import {
  IconBan,
  IconBlockquote,
  IconBold,
  IconCode,
  IconItalic,
  IconLetterA,
  IconLink,
  IconList,
  IconListCheck,
  IconListNumbers,
  IconStrikethrough,
  IconUnderline,
} from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import { type FormEvent, useState } from 'react';
import { t } from '#sync/language.ts';
import { notify } from '#ui/overlays/notices.ts';
import { Popover } from '#ui/overlays/Popover.tsx';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import classes from './FormatBar.module.css';
import { TEXT_COLORS } from './formats.ts';

const FORMATS = [
  { key: 'bold', icon: IconBold, run: (editor: Editor) => editor.chain().focus().toggleBold() },
  { key: 'italic', icon: IconItalic, run: (editor: Editor) => editor.chain().focus().toggleItalic() },
  { key: 'strike', icon: IconStrikethrough, run: (editor: Editor) => editor.chain().focus().toggleStrike() },
  { key: 'underline', icon: IconUnderline, run: (editor: Editor) => editor.chain().focus().toggleUnderline() },
  { key: 'blockquote', icon: IconBlockquote, run: (editor: Editor) => editor.chain().focus().toggleBlockquote() },
  { key: 'codeBlock', icon: IconCode, run: (editor: Editor) => editor.chain().focus().toggleCodeBlock() },
  { key: 'bulletList', icon: IconList, run: (editor: Editor) => editor.chain().focus().toggleBulletList() },
  { key: 'orderedList', icon: IconListNumbers, run: (editor: Editor) => editor.chain().focus().toggleOrderedList() },
  { key: 'taskList', icon: IconListCheck, run: (editor: Editor) => editor.chain().focus().toggleTaskList() },
] as const;

/** False without a selection, after a warning. */
function hasSelection(editor: Editor): boolean {
  if (!editor.state.selection.empty) return true;
  notify(t('format.select'));
  return false;
}

/** Formats the selection. The field keeps the focus. */
export function FormatBar({ editor }: { editor: Editor }) {
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      [...FORMATS.map(({ key }) => key), 'textColor', 'link'].filter((key) => current.isActive(key)),
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
      <ColorButton editor={editor} isActive={active.includes('textColor')} />
      <LinkButton editor={editor} isActive={active.includes('link')} />
    </div>
  );
}

function ColorButton({ editor, isActive }: { editor: Editor; isActive: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const choose = (color: string) => {
    setOpen(false);
    const chain = editor.chain().focus();
    (color ? chain.setMark('textColor', { color }) : chain.unsetMark('textColor')).run();
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top" withinPortal trapFocus>
      <Popover.Target>
        <Tooltip label={t('format.color')} disabled={isOpen}>
          <ActionIcon
            aria-label={t('format.color')}
            aria-pressed={isActive}
            aria-expanded={isOpen}
            variant={isActive ? 'light' : 'subtle'}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => hasSelection(editor) && setOpen(true)}
          >
            <IconLetterA size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown className={classes.colors ?? ''} role="group" aria-label={t('format.color')}>
        {TEXT_COLORS.map(({ name, value }) => (
          <Tooltip key={name} label={t(`format.color_${name}`)}>
            <ActionIcon aria-label={t(`format.color_${name}`)} onClick={() => choose(value)}>
              {value ? <ColorSwatch size={18} color={value} withShadow={false} /> : <IconBan size={18} stroke={1.75} />}
            </ActionIcon>
          </Tooltip>
        ))}
      </Popover.Dropdown>
    </Popover>
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
    // A form inside the field's form: it must not send the message.
    event.stopPropagation();
    const typed = (address ?? '').trim();
    if (!typed) return setProblem(t('format.link_empty'));
    const href = /^[a-z][a-z\d+.-]*:/i.test(typed) ? typed : `https://${typed}`;
    // The editor rejects addresses that a message may not link to.
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
