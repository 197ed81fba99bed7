import { ActionIcon, NativeSelect } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBlockquote,
  IconBold,
  IconCode,
  IconColumnInsertRight,
  IconColumnRemove,
  IconItalic,
  IconList,
  IconListCheck,
  IconListNumbers,
  IconMathFunction,
  IconMessagePlus,
  IconRowInsertBottom,
  IconRowRemove,
  IconSourceCode,
  IconStrikethrough,
  IconTable,
  IconTableOff,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { LinkButton } from '#entities/message/editor/LinkButton.tsx';
import { t } from '#sync/language.ts';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import { insertTable } from './blocks.ts';
import { hasSelected } from './commentMarks.ts';
import { TABLE_COMMANDS } from './formats.ts';
import classes from './Live.module.css';

interface Props {
  editor: Editor;
  isText: boolean;
  mayWrite: boolean;
  onComment: () => void;
  onFormula: (isBlock: boolean) => void;
}

const FORMATS = [
  { key: 'bold', icon: IconBold, run: (editor: Editor) => editor.chain().focus().toggleBold().run() },
  { key: 'italic', icon: IconItalic, run: (editor: Editor) => editor.chain().focus().toggleItalic().run() },
  { key: 'strike', icon: IconStrikethrough, run: (editor: Editor) => editor.chain().focus().toggleStrike().run() },
  { key: 'code', icon: IconCode, run: (editor: Editor) => editor.chain().focus().toggleCode().run() },
  { key: 'bulletList', icon: IconList, run: (editor: Editor) => editor.chain().focus().toggleBulletList().run() },
  {
    key: 'orderedList',
    icon: IconListNumbers,
    run: (editor: Editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  { key: 'taskList', icon: IconListCheck, run: (editor: Editor) => editor.chain().focus().toggleTaskList().run() },
  { key: 'blockquote', icon: IconBlockquote, run: (editor: Editor) => editor.chain().focus().toggleBlockquote().run() },
  { key: 'codeBlock', icon: IconSourceCode, run: (editor: Editor) => editor.chain().focus().toggleCodeBlock().run() },
] as const;

const IN_TABLE = [
  { key: 'addRowAfter', icon: IconRowInsertBottom },
  { key: 'addColumnAfter', icon: IconColumnInsertRight },
  { key: 'deleteRow', icon: IconRowRemove },
  { key: 'deleteColumn', icon: IconColumnRemove },
  { key: 'deleteTable', icon: IconTableOff },
] as const;

/** The formats of the text at the caret. */
export function Toolbar({ editor, isText, mayWrite, onComment, onFormula }: Props) {
  const now = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      active: [...FORMATS.map(({ key }) => key), 'table', 'link'].filter((key) => current.isActive(key)),
      level: [1, 2, 3].find((level) => current.isActive('heading', { level })) ?? 0,
      hasSelection: hasSelected(current.state),
    }),
  });
  const setLevel = (level: number) => {
    const chain = editor.chain().focus();
    (level === 0 ? chain.setParagraph() : chain.setHeading({ level: level as 1 | 2 | 3 })).run();
  };
  return (
    <div className={classes.toolbar} role="toolbar" aria-label={t('format.title')}>
      {mayWrite && (
        <>
          <Tool label={t('document.undo')} icon={IconArrowBackUp} run={() => editor.chain().focus().undo().run()} />
          <Tool label={t('document.redo')} icon={IconArrowForwardUp} run={() => editor.chain().focus().redo().run()} />
        </>
      )}
      {mayWrite && !isText && (
        <>
          <NativeSelect
            size="xs"
            className={classes.level}
            aria-label={t('document.style')}
            value={String(now.level)}
            onChange={(event) => setLevel(Number(event.currentTarget.value))}
            data={[
              { value: '0', label: t('document.paragraph') },
              ...[1, 2, 3].map((level) => ({ value: String(level), label: t('document.heading', { level }) })),
            ]}
          />
          {FORMATS.map(({ key, icon, run }) => (
            <Tool
              key={key}
              label={t(key === 'code' ? 'document.code' : `format.${key}`)}
              icon={icon}
              isOn={now.active.includes(key)}
              run={() => run(editor)}
            />
          ))}
          <LinkButton editor={editor} isActive={now.active.includes('link')} position="bottom" />
          <Tool label={t('document.table')} icon={IconTable} run={() => insertTable(editor)} />
          <Tool label={t('document.formula')} icon={IconMathFunction} run={() => onFormula(false)} />
          {now.active.includes('table') &&
            IN_TABLE.map(({ key, icon }) => (
              <Tool
                key={key}
                label={t(`document.${key}`)}
                icon={icon}
                run={() => {
                  TABLE_COMMANDS[key](editor.state, editor.view.dispatch);
                  editor.commands.focus();
                }}
              />
            ))}
        </>
      )}
      <Tool label={t('document.comment_add')} icon={IconMessagePlus} isDisabled={!now.hasSelection} run={onComment} />
    </div>
  );
}

interface ToolProps {
  label: string;
  icon: typeof IconBold;
  isOn?: boolean;
  isDisabled?: boolean;
  run: () => unknown;
}
function Tool({ label, icon: Icon, isOn, isDisabled = false, run }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        {...(isOn !== undefined && { 'aria-pressed': isOn })}
        variant={isOn ? 'light' : 'subtle'}
        disabled={isDisabled}
        // The text keeps its selection.
        onMouseDown={(event) => event.preventDefault()}
        onClick={run}
      >
        <Icon size={18} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  );
}
