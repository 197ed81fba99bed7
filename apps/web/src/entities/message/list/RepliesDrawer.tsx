import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { Button, Loader, Stack } from '@mantine/core';
import { IconArrowBackUp, IconSparkles } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { canAsk } from '#entities/assistant/writing.actions.ts';
import { BubbleBody } from '#entities/message/bubbles/BubbleBody.tsx';
import type { BubbleActions } from '#entities/message/bubbles/bubbleActions.ts';
import { listReplies } from '#entities/message/message.actions.ts';
import { listTime } from '#entities/message/time.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { useRow } from '#sync/store/useStore.ts';
import { wordsOf } from '#sync/words.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { Drawer } from '#ui/overlays/Drawer.tsx';
import { PlainButton } from '#ui/PlainButton.tsx';
import classes from './Replies.module.css';

interface Props {
  message: ClientMessage;
  actions: BubbleActions;
  onClose: () => void;
}

/** A message and all its replies; each links to its place in the conversation. */
export function RepliesDrawer({ message, actions, onClose }: Props) {
  const shown = useRow('message', message.id) ?? message;
  const { replies, isWhole, problem, retry, older } = useReplies(shown);
  const jump = (id: number) => {
    onClose();
    actions.jump(id);
  };
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={500}
      title={t('message.replies', { count: shown.reply_num })}
    >
      <Stack gap="md">
        <Said message={shown} actions={actions} onJump={jump} />
        {!replies && !problem && <Loader size="sm" mx="auto" role="status" aria-label={t('state.loading')} />}
        {replies && !isWhole && !problem && (
          <Button variant="subtle" onClick={older}>
            {t('replies.older')}
          </Button>
        )}
        {problem && <EmptyState drawing="lost" text={problem} action={{ label: t('action.retry'), run: retry }} />}
        {replies?.length === 0 && <EmptyState drawing="chat" text={t('replies.none')} />}
        <ol className={classes.list} aria-label={t('replies.title')}>
          {replies?.map((reply) => (
            <li key={reply.id}>
              <Said message={reply} actions={actions} onJump={jump} />
            </li>
          ))}
        </ol>
        {canAsk() && shown.reply_num > 1 && (
          <Button
            variant="default"
            leftSection={<IconSparkles size={16} stroke={1.75} />}
            onClick={() => actions.summarizeReplies(shown)}
          >
            {t('ai.summary_thread')}
          </Button>
        )}
        <Button
          variant="light"
          leftSection={<IconArrowBackUp size={16} stroke={1.75} />}
          onClick={() => {
            onClose();
            actions.reply(shown);
          }}
        >
          {t('message.reply')}
        </Button>
      </Stack>
    </Drawer>
  );
}

interface SaidProps {
  message: ClientMessage;
  actions: BubbleActions;
  onJump: (id: number) => void;
}
function Said({ message: fetched, actions, onJump }: SaidProps) {
  // The loaded version is newer than the one fetched for this list.
  const message = useRow('message', fetched.id) ?? fetched;
  const author = useUser(message.userid);
  return (
    <article className={classes.said}>
      <UserAvatar user={author} size={32} />
      <div className={classes.words}>
        <PlainButton
          className={classes.head}
          aria-label={t('replies.show', { name: author?.nickname ?? '' })}
          onClick={() => onJump(message.id)}
        >
          <strong className="truncate">{author?.nickname}</strong>
          <span>{listTime(message.created_at)}</span>
        </PlainButton>
        <BubbleBody message={message} actions={actions} />
      </div>
    </article>
  );
}

/** The replies page by page, oldest first. They are reloaded from the newest on whenever their number changes. */
function useReplies({ id, dialog_id, reply_num }: ClientMessage) {
  const [pages, setPages] = useState<{ list: readonly ClientMessage[]; next: number } | null>(null);
  const [problem, setProblem] = useState('');
  const [attempt, setAttempt] = useState(0);
  // The replies are loaded again when their number changes, or the person retries.
  useEffect(() => {
    let isShown = true;
    setProblem('');
    listReplies(dialog_id, id, 0).then(
      (page) => isShown && setPages(page),
      (error: unknown) => isShown && setProblem(wordsOf(error)),
    );
    return () => {
      isShown = false;
    };
  }, [id, dialog_id, reply_num, attempt]);
  const older = () => {
    if (!pages || pages.next === 0) return;
    setProblem('');
    const asked = pages;
    listReplies(dialog_id, id, asked.next).then(
      // A page is added once, and not to a list that was loaded again meanwhile.
      ({ list, next }) => setPages((now) => (now === asked ? { list: [...list, ...now.list], next } : now)),
      (error: unknown) => setProblem(wordsOf(error)),
    );
  };
  return {
    replies: pages?.list ?? null,
    isWhole: pages !== null && pages.next === 0,
    problem,
    older,
    retry: () => setAttempt(attempt + 1),
  };
}
