import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { listThumb } from '@atrium/contract/files/pictures.ts';
import { Button, Loader, Stack, UnstyledButton } from '@mantine/core';
import { IconChecklist, IconLink, IconTag } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { FileIcon } from '#entities/message/files/FileIcon.tsx';
import { fileOf, sizeWords } from '#entities/message/files/fileShown.ts';
import { listTime } from '#entities/message/time.ts';
import { useUser } from '#entities/user/useUsers.ts';
import { useFileAddress } from '#sync/files.ts';
import { locale, t } from '#sync/language.ts';
import { previewLine } from '#sync/preview.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import type { Kind } from '../shared.actions.ts';
import classes from './SharedList.module.css';
import { useMessagesOfKind } from './useMessagesOfKind.ts';

const Viewer = lazyPart(async () => (await import('#entities/message/files/Viewer.tsx')).Viewer);

interface Props {
  dialogId: number;
  kind: Kind;
  onJump: (id: number) => void;
}

/** All content of one kind in a conversation, newest first. */
export function SharedList({ dialogId, kind, onJump }: Props) {
  const { list, hasMore, isLoading, problem, more } = useMessagesOfKind(dialogId, kind);
  const [viewed, setViewed] = useState<ClientMessage | null>(null);
  if (problem) return <EmptyState drawing="lost" text={problem} action={{ label: t('action.retry'), run: more }} />;
  if (list.length === 0) {
    return isLoading ? (
      <Loader size="sm" mx="auto" my="xl" />
    ) : (
      <EmptyState drawing="chat" text={t(`shared.no_${kind}`)} />
    );
  }
  return (
    <Stack gap="sm">
      {kind === 'image' ? (
        <div className={classes.grid}>
          {list.map((message) => (
            <Thumb key={message.id} message={message} onOpen={() => setViewed(message)} />
          ))}
        </div>
      ) : (
        <div className={classes.list}>
          {list.map((message) => (
            <Row key={message.id} message={message} kind={kind} onJump={() => onJump(message.id)} />
          ))}
        </div>
      )}
      {hasMore && (
        <Button variant="subtle" loading={isLoading} onClick={more}>
          {t('action.more')}
        </Button>
      )}
      {viewed && (
        <Suspense>
          <Viewer message={viewed} onClose={() => setViewed(null)} />
        </Suspense>
      )}
    </Stack>
  );
}

function Thumb({ message, onOpen }: { message: ClientMessage; onOpen: () => void }) {
  const file = fileOf(message);
  const address = useFileAddress(file.thumb);
  const size = listThumb(file.width > 0 ? file : { width: 1, height: 1 });
  return (
    <UnstyledButton
      className={classes.thumb}
      style={{ aspectRatio: `${size.width} / ${size.height}` }}
      onClick={onOpen}
      aria-label={t('file.open_picture', { name: file.name })}
    >
      {address && <img src={address} alt="" loading="lazy" />}
    </UnstyledButton>
  );
}

const ICONS = { link: IconLink, todo: IconChecklist, tag: IconTag };

function Row({ message, kind, onJump }: { message: ClientMessage; kind: Exclude<Kind, 'image'>; onJump: () => void }) {
  const author = useUser(message.userid);
  const file = fileOf(message);
  const isFile = message.type === 'file';
  const Icon = kind === 'file' ? null : ICONS[kind];
  return (
    <UnstyledButton className={classes.row} onClick={onJump}>
      <span className={classes.icon}>
        {isFile || !Icon ? <FileIcon ext={file.ext} /> : <Icon size={20} stroke={1.75} />}
      </span>
      <span className={classes.words}>
        <span className={classes.line}>{isFile ? file.name : previewLine(message, LINE)}</span>
        <small className="truncate">
          {[author?.nickname, listTime(message.created_at), isFile && sizeWords(file.size, locale)]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
    </UnstyledButton>
  );
}
const LINE = 160;
