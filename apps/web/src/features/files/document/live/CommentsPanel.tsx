import { COMMENT_CHARS, type DocumentComment } from '@atrium/contract/files/documents.ts';
import { type DriveFile, PERMISSION } from '@atrium/contract/files/drive.ts';
import { ActionIcon, Button, Group, Text, Textarea } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconTrash, IconX } from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { useEffect, useRef, useState } from 'react';
import type { ComposerDialog } from '#entities/message/composer/composing.ts';
import { MentionPanel, type MentionPanelHandle } from '#entities/message/mentions/MentionPanel.tsx';
import { listTime } from '#entities/message/time.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useMe, useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { useStoredInput } from '#sync/store/useStoredInput.ts';
import { isComposing } from '#ui/keys/composing.ts';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import { rangeOf } from './commentMarks.ts';
import classes from './Live.module.css';
import type { Comments } from './useComments.ts';

interface Props {
  file: DriveFile;
  editor: Editor | null;
  comments: Comments;
  mayResolve: boolean;
  /** Comments are on the whole file: it has no text to select. */
  isWhole?: boolean;
  /** The selection that is being commented. */
  begun: { place: string; quote: string } | null;
  chosen: number;
  onChoose: (id: number) => void;
  onBegun: (begun: null) => void;
  onClose: () => void;
}

/** Threads about a file or places of its text: open ones in the order of the text, then resolved ones. */
export function CommentsPanel(props: Props) {
  const { file, editor, comments, mayResolve, isWhole = false, begun, chosen, onChoose, onBegun, onClose } = props;
  const [isAll, setAll] = useState(false);
  const placed = (thread: DocumentComment) => (editor && !editor.isDestroyed ? rangeOf(editor.state, thread) : null);
  const threads = comments.list.filter(({ thread_id }) => thread_id === 0);
  const open = threads.filter(({ resolved_at }) => !resolved_at);
  const atOf = (thread: DocumentComment) => placed(thread)?.from ?? Number.MAX_SAFE_INTEGER;
  open.sort((a, b) => atOf(a) - atOf(b) || a.id - b.id);
  const resolved = threads.filter(({ resolved_at }) => resolved_at);
  const choose = (thread: DocumentComment) => {
    onChoose(thread.id);
    const range = placed(thread);
    if (!range || !editor) return;
    const { node } = editor.view.domAtPos(range.from);
    (node instanceof Element ? node : node.parentElement)?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  };
  const add = async (text: string, userids: number[]) => {
    if (!begun || !(await comments.add({ text, userids, ...begun }))) return false;
    onBegun(null);
    return true;
  };
  return (
    <aside className={classes.comments} aria-label={t('document.comments')}>
      <Group justify="space-between" wrap="nowrap">
        <h3 className={classes.panelTitle}>{t('document.comments')}</h3>
        <ActionIcon size="sm" aria-label={t('document.comments_close')} onClick={onClose}>
          <IconX size={16} stroke={1.75} />
        </ActionIcon>
      </Group>
      {comments.problem && <Text c="red">{comments.problem}</Text>}
      {begun && (
        <div className={classes.thread} data-chosen>
          <blockquote className={classes.quote}>{begun.quote}</blockquote>
          <Words
            name={`comment_${file.id}`}
            label={t('document.comment_text')}
            onSend={add}
            onCancel={() => onBegun(null)}
            isFocused
          />
        </div>
      )}
      {isWhole && (
        <Words
          key={file.id}
          name={`comment_${file.id}`}
          label={t('document.comment_text')}
          onSend={(text, userids) => comments.add({ text, userids })}
          isFocused={chosen === 0}
        />
      )}
      {open.length === 0 && !begun && !isWhole && !comments.problem && (
        <Text c="dimmed">{t('document.comments_none')}</Text>
      )}
      {[...open, ...(isAll ? resolved : [])].map((thread) => (
        <Thread
          key={thread.id}
          thread={thread}
          replies={comments.list.filter((each) => each.thread_id === thread.id)}
          isChosen={thread.id === chosen}
          isFull={file.permission >= PERMISSION.full}
          mayResolve={mayResolve}
          comments={comments}
          onChoose={() => choose(thread)}
        />
      ))}
      {resolved.length > 0 && (
        <Button size="compact-sm" variant="subtle" onClick={() => setAll(!isAll)} aria-expanded={isAll}>
          {t(isAll ? 'document.resolved_hide' : 'document.resolved_show', { count: resolved.length })}
        </Button>
      )}
    </aside>
  );
}

interface ThreadProps {
  thread: DocumentComment;
  replies: readonly DocumentComment[];
  isChosen: boolean;
  isFull: boolean;
  mayResolve: boolean;
  comments: Comments;
  onChoose: () => void;
}

function Thread({ thread, replies, isChosen, isFull, mayResolve, comments, onChoose }: ThreadProps) {
  const me = useMe();
  const isResolved = thread.resolved_at !== null;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) box.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  const reply = (text: string, userids: number[]) => comments.add({ text, userids, thread_id: thread.id });
  const label = t(isResolved ? 'document.reopen' : 'document.resolve');
  return (
    <div
      ref={box}
      className={classes.thread}
      data-chosen={isChosen || undefined}
      data-resolved={isResolved || undefined}
    >
      {thread.quote && (
        <button type="button" className={classes.quote} onClick={onChoose}>
          {thread.quote}
        </button>
      )}
      {[thread, ...replies].map((comment) => (
        <Comment
          key={comment.id}
          comment={comment}
          onRemove={isFull || comment.userid === me ? () => comments.remove(comment.id) : undefined}
        />
      ))}
      {!isResolved && <Words name={`comment_${thread.id}_reply`} label={t('document.reply')} onSend={reply} />}
      {(mayResolve || thread.userid === me) && (
        <Tooltip label={label}>
          <ActionIcon
            className={classes.resolve}
            size="sm"
            aria-label={label}
            onClick={() => comments.resolve(thread.id, !isResolved)}
          >
            {isResolved ? <IconArrowBackUp size={16} stroke={1.75} /> : <IconCheck size={16} stroke={1.75} />}
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}

function Comment({ comment, onRemove }: { comment: DocumentComment; onRemove: (() => void) | undefined }) {
  const user = useUser(comment.userid);
  return (
    <div className={classes.commentRow}>
      {user && <UserAvatar user={user} size={20} />}
      <div className={classes.commentWords}>
        <div className={classes.commentHead}>
          <b>{user?.nickname}</b>
          <small>{listTime(comment.created_at)}</small>
          {onRemove && (
            <ActionIcon size="xs" aria-label={t('document.comment_delete')} onClick={onRemove}>
              <IconTrash size={14} stroke={1.75} />
            </ActionIcon>
          )}
        </div>
        <p>{comment.text}</p>
      </div>
    </div>
  );
}

const ANYBODY = { id: 0, type: 'group', group_type: 'user', owner_id: 0, link_id: 0 } as unknown as ComposerDialog;

interface WordsProps {
  /** The name of the stored input. */
  name: string;
  label: string;
  isFocused?: boolean;
  onSend: (text: string, userids: number[]) => Promise<boolean>;
  onCancel?: () => void;
}

interface Typed {
  text: string;
  /** The names and ids of mentioned people. */
  called: [name: string, userid: number][];
}
const EMPTY: Typed = { text: '', called: [] };

/**
 * A field for a comment; `@` mentions people, who get a message. Its text stays on this device until it is sent, or
 * dropped with the button.
 */
function Words({ name: key, label, isFocused = false, onSend, onCancel }: WordsProps) {
  const [{ text, called }, setTyped] = useStoredInput(key, EMPTY);
  const field = useRef<HTMLTextAreaElement>(null);
  const panel = useRef<MentionPanelHandle>(null);
  const [caret, setCaret] = useState(0);
  const typed = /(?:^|\s)@([^\s@]{0,30})$/.exec(text.slice(0, caret));
  const [isDismissed, setDismissed] = useState(false);
  useEffect(() => {
    if (isFocused) field.current?.focus();
  }, [isFocused]);
  const send = async () => {
    const userids = called.filter(([name]) => text.includes(`@${name}`)).map(([, userid]) => userid);
    if (text.trim() && (await onSend(text.trim(), [...new Set(userids)]))) setTyped(EMPTY);
  };
  const drop = () => {
    setTyped(EMPTY);
    onCancel?.();
  };
  const pick = ({ id, label: name }: { id: string; label: string }) => {
    const start = caret - (typed?.[1]?.length ?? 0);
    const others = called.filter(([each]) => each !== name);
    setTyped({
      text: `${text.slice(0, start)}${name} ${text.slice(caret)}`,
      called: [...others, [name, Number(id)]],
    });
    setCaret(start + name.length + 1);
    field.current?.focus();
  };
  return (
    <div data-keeps-escape>
      <Textarea
        ref={field}
        size="xs"
        aria-label={label}
        placeholder={label}
        autosize
        minRows={1}
        maxRows={8}
        maxLength={COMMENT_CHARS}
        value={text}
        onChange={(event) => {
          setDismissed(false);
          setTyped({ text: event.currentTarget.value, called });
          setCaret(event.currentTarget.selectionStart);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={(event) => {
          if (typed && !isDismissed && event.key === 'Escape') {
            event.stopPropagation();
            return setDismissed(true);
          }
          if (typed && !isDismissed && panel.current?.onKey(event.nativeEvent)) return event.preventDefault();
          if (event.key === 'Enter' && !event.shiftKey && !isComposing(event)) {
            event.preventDefault();
            void send();
          } else if (event.key === 'Escape' && onCancel) {
            event.stopPropagation();
            onCancel();
          }
        }}
      />
      {text.trim() !== '' && (
        <Group gap="xs" mt={6} justify="flex-end">
          {onCancel && (
            <Button size="compact-xs" variant="default" onClick={drop}>
              {t('action.cancel')}
            </Button>
          )}
          <Button size="compact-xs" onClick={() => void send()}>
            {t('document.comment_send')}
          </Button>
        </Group>
      )}
      {typed && !isDismissed && (
        <MentionPanel
          ref={panel}
          dialog={ANYBODY}
          people={[]}
          state={{
            ...{ sign: '@', query: typed[1] ?? '', command: pick },
            rect: field.current?.getBoundingClientRect() ?? null,
          }}
        />
      )}
    </div>
  );
}
