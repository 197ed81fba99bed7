import type { ClientMessage } from '@atrium/client/rows.ts';
import type { UserBasic } from '@atrium/contract/users.ts';
import { ActionIcon, CloseButton, Loader, Menu, Popover, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconAt, IconMoodSmile, IconPaperclip, IconPencil, IconPlus } from '@tabler/icons-react';
import Mention from '@tiptap/extension-mention';
import Placeholder from '@tiptap/extension-placeholder';
import { type Editor, EditorContent, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { lazy, type Ref, Suspense, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useUser } from '#entities/user/useUsers.ts';
import type { Recorded } from '#entities/voice/recorder.ts';
import { canRecord, VoiceButton } from '#entities/voice/VoiceButton.tsx';
import { host } from '#host/browser.ts';
import { t } from '#sync/language.ts';
import { previewLine } from '#sync/preview.ts';
import classes from './Composer.module.css';
import { noteEmoji } from './emoji.ts';
import { quickWord } from './emojiData.ts';
import { MentionPanel, type MentionPanelHandle, type MentionState } from './MentionPanel.tsx';
import type { SendFormat } from './message.actions.ts';
import { editable, outgoing, type SendWish } from './outgoing.ts';
import { SendButton } from './SendButton.tsx';
import { sendKeyOf, sends } from './sendKey.ts';

export interface ComposerExtra {
  key: string;
  label: string;
  icon: typeof IconPlus;
  run: () => void;
}

export interface ComposerHandle {
  focus(): void;
}

interface Props {
  /** Names the field to assistive technology and in the empty field. */
  placeholder: string;
  draft: string;
  people: readonly UserBasic[];
  reply: ClientMessage | null;
  editing: ClientMessage | null;
  isMuted: boolean;
  /** What can be sent beside text. */
  extras: readonly ComposerExtra[];
  onDraft: (html: string) => void;
  onSend: (text: string, format: SendFormat) => void;
  onCancel: () => void;
  /** Files that were pasted. */
  onFiles: (files: readonly File[]) => void;
  /** Somebody spoke instead. */
  onVoice: (recorded: Recorded) => void;
  /** The paperclip. */
  onAttach: () => void;
  /** ArrowUp in an empty field: the last own message. */
  onEditLast: () => void;
  ref?: Ref<ComposerHandle>;
}

/** A chat field: Enter sends (or what the person chose), Shift+Enter breaks, @ calls people, ArrowUp takes up the last message again. */
export function Composer(props: Props) {
  const live = useRef(props);
  live.current = props;
  const [mention, setMention] = useState<MentionState | null>(null);
  const panel = useRef<MentionPanelHandle>(null);
  const editorRef = useRef<Editor | null>(null);
  const wordRef = useRef('');
  const [isEmpty, setEmpty] = useState(true);
  // The only word in the field, once somebody types it; Escape sends its signs away.
  const [word, setWord] = useState('');

  const submit = (editor: Editor, wish?: SendWish) => {
    if (editor.isEmpty || editor.getText().trim() === '') return true;
    const { text, format } = outgoing(editor.getJSON(), wish);
    editor.commands.clearContent(true);
    live.current.onSend(text, format);
    return true;
  };

  const editor: Editor | null = useEditor({
    immediatelyRender: true,
    shouldRerenderOnTransaction: false,
    content: props.editing ? editable(props.editing) : props.draft,
    extensions: [
      StarterKit.configure({
        heading: false,
        horizontalRule: false,
        link: { openOnClick: false, autolink: true },
        trailingNode: false,
      }),
      Placeholder.configure({ placeholder: () => live.current.placeholder }),
      Mention.configure({
        HTMLAttributes: { class: 'mention user' },
        suggestion: {
          char: '@',
          items: () => [],
          render: () => ({
            onStart: (state) =>
              setMention({ query: state.query, command: state.command, rect: state.clientRect?.() ?? null }),
            onUpdate: (state) =>
              setMention({ query: state.query, command: state.command, rect: state.clientRect?.() ?? null }),
            onExit: () => setMention(null),
            onKeyDown: ({ event }) => panel.current?.onKey(event) ?? false,
          }),
        },
      }),
    ],
    editorProps: {
      attributes: {
        class: classes.field ?? '',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': props.placeholder,
      },
      handlePaste: (_view, event) => {
        const files = [...(event.clipboardData?.files ?? [])];
        // A copied table or page brings a picture of itself along: then the words count.
        const hasWords = event.clipboardData?.types.includes('text/html') && event.clipboardData.getData('text/plain');
        if (files.length === 0 || hasWords) return false;
        live.current.onFiles(files);
        return true;
      },
      // Files are taken by the conversation around.
      handleDrop: (_view, event) => (event.dataTransfer?.files.length ?? 0) > 0,
      handleKeyDown: (_view, event) => {
        if (event.isComposing || panel.current) return false;
        if (sends(event, sendKeyOf(isApp() ? 'app' : 'desktop')))
          return editorRef.current ? submit(editorRef.current) : false;
        if (event.key === 'Escape' && wordRef.current) {
          setWord('');
          return true;
        }
        if (event.key === 'Escape' && (live.current.reply || live.current.editing)) {
          live.current.onCancel();
          return true;
        }
        if (event.key === 'ArrowUp' && editorRef.current?.isEmpty) {
          live.current.onEditLast();
          return true;
        }
        return false;
      },
    },
    onUpdate: ({ editor: current }) => {
      setEmpty(current.isEmpty);
      setWord(quickWord(current.getText()));
      if (!live.current.editing) live.current.onDraft(current.isEmpty ? '' : current.getHTML());
    },
    onCreate: ({ editor: current }) => setEmpty(current.isEmpty),
  });
  editorRef.current = editor;
  wordRef.current = word;

  useImperativeHandle(props.ref, () => ({ focus: () => void editor?.commands.focus('end') }));

  const editingId = props.editing?.id ?? 0;
  useEffect(() => {
    if (!editor || editingId === 0) return;
    if (live.current.editing) editor.commands.setContent(editable(live.current.editing));
    editor.commands.focus('end');
    return () => {
      editor.commands.clearContent(true);
    };
  }, [editor, editingId]);

  if (props.isMuted) return <div className={classes.muted}>{t('composer.muted')}</div>;
  const context = props.editing ?? props.reply;
  return (
    <div className={classes.box}>
      {context && <ContextBar message={context} isEditing={Boolean(props.editing)} onCancel={props.onCancel} />}
      <div className={classes.row}>
        <EditorContent editor={editor} className={classes.editor} />
        <EmojiButton
          onPick={(symbol) => editor?.chain().focus().insertContent(symbol).run()}
          onLeave={() => editor?.commands.focus()}
        />
        <Tooltip label={t('composer.mention')}>
          <ActionIcon
            size="lg"
            aria-label={t('composer.mention')}
            onClick={() => editor?.chain().focus().insertContent('@').run()}
          >
            <IconAt size={20} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
        {!props.editing && (
          <Tooltip label={t('file.attach')}>
            <ActionIcon
              className={classes.attach ?? ''}
              size="lg"
              aria-label={t('file.attach')}
              onClick={props.onAttach}
            >
              <IconPaperclip size={20} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        )}
        {props.extras.length > 0 && <Extras extras={props.extras} />}
        <SendButton
          isDisabled={isEmpty}
          isEditing={Boolean(props.editing)}
          onSend={(wish) => editor && submit(editor, wish)}
          voice={canRecord() && <VoiceButton onDone={props.onVoice} />}
        />
      </div>
      {word && !mention && (
        <Suspense>
          <QuickEmoji
            word={word}
            onPick={(symbol) => {
              noteEmoji(symbol);
              editor?.chain().focus().clearContent().insertContent(symbol).run();
            }}
          />
        </Suspense>
      )}
      {mention && <MentionPanel ref={panel} state={mention} people={props.people} />}
    </div>
  );
}

const EmojiPanel = lazy(() => import('./EmojiPanel.tsx').then((module) => ({ default: module.EmojiPanel })));
const QuickEmoji = lazy(() => import('./QuickEmoji.tsx').then((module) => ({ default: module.QuickEmoji })));

/** Whoever closes it goes on writing. */
function EmojiButton({ onPick, onLeave }: { onPick: (symbol: string) => void; onLeave: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} onDismiss={onLeave} position="top-end" withinPortal trapFocus>
      <Popover.Target>
        <Tooltip label={t('emoji.title')} disabled={isOpen}>
          <ActionIcon size="lg" aria-label={t('emoji.title')} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <IconMoodSmile size={20} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown className={classes.float ?? ''}>
        <Suspense fallback={<Loader size="sm" />}>
          <EmojiPanel
            onPick={(symbol) => {
              noteEmoji(symbol);
              setOpen(false);
              onPick(symbol);
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

function Extras({ extras }: { extras: readonly ComposerExtra[] }) {
  return (
    <Menu position="top-end" withinPortal>
      <Menu.Target>
        <ActionIcon size="lg" aria-label={t('composer.more')}>
          <IconPlus size={20} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {extras.map(({ key, label, icon: Icon, run }) => (
          <Menu.Item key={key} leftSection={<Icon size={16} />} onClick={run}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** A phone, in its shell or in a browser. */
const isApp = () => host.kind === 'mobile' || matchMedia('(hover: none) and (pointer: coarse)').matches;

function ContextBar({
  message,
  isEditing,
  onCancel,
}: {
  message: ClientMessage;
  isEditing: boolean;
  onCancel: () => void;
}) {
  const author = useUser(message.userid);
  const Icon = isEditing ? IconPencil : IconArrowBackUp;
  return (
    <div className={classes.context}>
      <Icon size={16} />
      <div className={classes.quoted}>
        <strong>{isEditing ? t('composer.editing') : author?.nickname}</strong>
        <span className="truncate">{previewLine(message)}</span>
      </div>
      <CloseButton size="sm" aria-label={t('action.cancel')} onClick={onCancel} />
    </div>
  );
}
