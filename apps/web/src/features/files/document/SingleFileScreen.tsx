import { isLive } from '@atrium/contract/files/documents.ts';
import type { driveOne } from '@atrium/contract/files/drive.ts';
import { fullName, isDrawn, isWritable } from '@atrium/contract/files/driveTypes.ts';
import type { OutputOf } from '@atrium/contract/kit.ts';

import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { openedLink, readOne } from '#entities/drive/drive.actions.ts';
import { ViewerBody } from '#entities/viewer/ViewerBody.tsx';
import { LinkGate } from '#features/files/sharing/LinkGate.tsx';
import { t } from '#sync/language.ts';
import { isRefusal, needsSignIn, wordsOf } from '#sync/words.ts';
import { LoadingPlaceholder } from '#ui/layout/LoadingPlaceholder.tsx';
import { usePageTitle } from '#ui/layout/usePageTitle.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { DocumentView, LiveDocument } from './DocumentView.tsx';
import { viewedOf } from './driveFile.ts';
import { commentsOf } from './FileComments.tsx';
import type { Handle } from './useDocument.ts';

type Opened = OutputOf<typeof driveOne>;

interface Props {
  handle: Handle;
  onSignIn?: () => void;
}

/**
 * One file, for a member who is signed in or for anyone with a public link, once it was opened if it has a password or a
 * limit. Other links ask to sign in first.
 */
export function SingleFileScreen({ handle, onSignIn }: Props) {
  const [opened, setOpened] = useState(() => openedLink(String(handle)));
  const [isLocked, setLocked] = useState(false);
  if (isLocked && !opened) return <LinkGate code={String(handle)} onOpen={setOpened} />;
  return (
    <FileByHandle
      key={opened}
      handle={opened || handle}
      onLocked={() => {
        // The unlocking ends after an hour, or with another password.
        setOpened('');
        setLocked(true);
      }}
      {...(onSignIn && { onSignIn })}
    />
  );
}

function FileByHandle({ handle, onLocked, onSignIn }: Props & { onLocked: () => void }) {
  const [file, setFile] = useState<Opened | null>(null);
  const [problem, setProblem] = useState('');
  const [canRepeat, setRepeatable] = useState(true);
  const [turn, setTurn] = useState(0);
  usePageTitle(file ? fullName(file) : '');
  const locked = useEffectEvent(onLocked);
  useEffect(() => {
    let isWanted = turn >= 0;
    readOne(handle).then(
      (found) => isWanted && setFile(found),
      (error: unknown) => {
        if (!isWanted) return;
        if (onSignIn && needsSignIn(error)) onSignIn();
        else if (isRefusal(error, 'drive.link_locked')) locked();
        else {
          const isLinkGone = typeof handle === 'string' && isRefusal(error, 'file.gone');
          setRepeatable(!isLinkGone);
          setProblem(isLinkGone ? t('drive.link_gone') : wordsOf(error));
        }
      },
    );
    return () => {
      isWanted = false;
    };
  }, [handle, turn, onSignIn]);
  if (problem) {
    const again = () => {
      setProblem('');
      setTurn(turn + 1);
    };
    return (
      <EmptyState
        drawing="lost"
        text={problem}
        {...(canRepeat && { action: { label: t('action.retry'), run: again } })}
      />
    );
  }
  if (!file) return <LoadingPlaceholder label={t('state.loading')} />;
  // With its own key: people with the link need not be signed in.
  const address = file.path && `/${file.path}?key=${encodeURIComponent(file.key)}`;
  if (file.type === 'folder') return <EmptyState drawing="lost" text={t('error.drive.file')} />;
  // With a public link one reads what was saved last.
  if (isLive(file) && typeof handle === 'number') {
    return (
      <Suspense>
        <LiveDocument file={file} />
      </Suspense>
    );
  }
  if (isWritable(file.type) && !isDrawn(file.type)) {
    return <DocumentView file={file} handle={handle} save={address && `${address}&down=yes`} />;
  }
  // People with a link only may not be members.
  const panel = typeof handle === 'number' ? { panel: commentsOf(file) } : {};
  return <ViewerBody list={[{ ...viewedOf(file), key: file.key, ...panel }]} first={file.id} />;
}
