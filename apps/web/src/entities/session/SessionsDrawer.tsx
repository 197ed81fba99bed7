import type { Session } from '@atrium/contract/chat/assistants.ts';
import { ActionIcon, Badge, Button, Skeleton, UnstyledButton } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { listTime } from '#entities/message/time.ts';
import { t } from '#sync/language.ts';
import { InlineEdit } from '#ui/fields/InlineEdit.tsx';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { Drawer } from '#ui/overlays/Drawer.tsx';
import classes from './Sessions.module.css';
import { goToSession, readSessions, renameSession } from './session.actions.ts';

/** The sessions of a chat with an assistant, newest first: a click reopens one, the pencil renames it. */
export function SessionsDrawer({ dialogId, onClose }: { dialogId: number; onClose: () => void }) {
  const isPhone = useIsPhone();
  const [sessions, setSessions] = useState<readonly Session[] | null>(null);
  const [page, setPage] = useState(1);
  const [hasMore, setMore] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [renamed, setRenamed] = useState(0);
  useEffect(() => {
    let isWanted = !hasFailed;
    readSessions(dialogId, page).then(
      (next) => {
        if (!isWanted) return;
        setSessions((before) => [...(page === 1 ? [] : (before ?? [])), ...next.list]);
        setMore(next.hasMore);
      },
      () => isWanted && setFailed(true),
    );
    return () => {
      isWanted = false;
    };
  }, [dialogId, page, hasFailed]);
  const rename = (id: number, title: string) => {
    setRenamed(0);
    setSessions((before) => (before ?? []).map((each) => (each.id === id ? { ...each, title } : each)));
    void renameSession(id, title);
  };
  return (
    <Drawer opened onClose={onClose} position="right" size={isPhone ? '100%' : 500} title={t('session.history')}>
      {hasFailed && (
        <EmptyState
          drawing="lost"
          text={t('session.list_failed')}
          action={{ label: t('action.retry'), run: () => setFailed(false) }}
        />
      )}
      {!hasFailed && !sessions && [1, 2, 3].map((each) => <Skeleton key={each} h={48} mb={8} radius="md" />)}
      {sessions?.length === 0 && <EmptyState drawing="chat" text={t('session.none')} />}
      <ul className={classes.list}>
        {(sessions ?? []).map((session) => {
          const name = session.title || t('session.untitled');
          return (
            <li key={session.id} className={classes.row} data-open={session.is_open || undefined}>
              {renamed === session.id ? (
                <InlineEdit
                  label={t('session.name')}
                  value={session.title}
                  maxLength={100}
                  onSave={(title) => rename(session.id, title)}
                />
              ) : (
                <UnstyledButton
                  className={classes.go}
                  onClick={() => void goToSession(session).then((isThere) => isThere && onClose())}
                >
                  <span className="truncate">{name}</span>
                  <small>{listTime(session.created_at)}</small>
                </UnstyledButton>
              )}
              {session.is_open && <Badge variant="light">{t('session.current')}</Badge>}
              <ActionIcon aria-label={t('session.rename', { name })} onClick={() => setRenamed(session.id)}>
                <IconPencil size={16} stroke={1.75} />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
      {hasMore && (
        <Button variant="subtle" onClick={() => setPage(page + 1)}>
          {t('action.more')}
        </Button>
      )}
    </Drawer>
  );
}
