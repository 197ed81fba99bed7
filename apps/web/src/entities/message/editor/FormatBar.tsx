import { ActionIcon, ColorSwatch } from '@mantine/core';
import {
  IconBan,
  IconBlockquote,
  IconBold,
  IconCode,
  IconItalic,
  IconLetterA,
  IconList,
  IconListCheck,
  IconListNumbers,
  IconStrikethrough,
  IconUnderline,
} from '@tabler/icons-react';
import { type Editor, useEditorState } from '@tiptap/react';
import { useState } from 'react';
import { t } from '#sync/language.ts';
import { Popover } from '#ui/overlays/Popover.tsx';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import classes from './FormatBar.module.css';
import { TEXT_COLORS } from './formats.ts';
import { hasSelection, LinkButton } from './LinkButton.tsx';

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
