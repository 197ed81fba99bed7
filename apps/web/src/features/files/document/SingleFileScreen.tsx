import { isLive } from '@atrium/contract/files/documents.ts';
import type { driveOne } from '@atrium/contract/files/drive.ts';
import { fullName, isWritable } from '@atrium/contract/files/driveTypes.ts';
import type { OutputOf } from '@atrium/contract/kit.ts';
import { Loader } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import { readOne } from '#entities/drive/drive.actions.ts';
import { ViewerBody } from '#entities/viewer/ViewerBody.tsx';
import { t } from '#sync/language.ts';
import { needsSignIn, wordsOf } from '#sync/words.ts';
import { usePageTitle } from '#ui/layout/usePageTitle.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { DocumentView, LiveDocument } from './DocumentView.tsx';
import { viewedOf } from './driveFile.ts';
import type { Handle } from './useDocument.ts';

type Opened = OutputOf<typeof driveOne>;

/** One file, for a member who is signed in or for anyone with a public link. Other links ask to sign in first. */
export function SingleFileScreen({ handle, onSignIn }: { handle: Handle; onSignIn?: () => void }) {
  const [file, setFile] = useState<Opened | null>(null);
  const [problem, setProblem] = useState('');
  const [turn, setTurn] = useState(0);
  usePageTitle(file ? fullName(file) : '');
  useEffect(() => {
    let isWanted = turn >= 0;
    readOne(handle).then(
      (found) => isWanted && setFile(found),
      (error: unknown) => {
        if (!isWanted) return;
        if (onSignIn && needsSignIn(error)) onSignIn();
        else setProblem(wordsOf(error));
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
    return <EmptyState drawing="lost" text={problem} action={{ label: t('action.retry'), run: again }} />;
  }
  if (!file) return <Loader m="xl" size="sm" role="status" aria-label={t('state.loading')} />;
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
  if (isWritable(file.type)) {
    return <DocumentView file={file} handle={handle} save={address && `${address}&down=yes`} />;
  }
  return <ViewerBody list={[{ ...viewedOf(file), key: file.key }]} first={file.id} />;
}
