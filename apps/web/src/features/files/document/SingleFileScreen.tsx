import type { driveOne } from '@atrium/contract/files/drive.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import type { OutputOf } from '@atrium/contract/kit.ts';
import { Button, Loader } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { readOne } from '#entities/drive/drive.actions.ts';
import { isFilm } from '#entities/message/files/fileShown.ts';
import { t } from '#sync/language.ts';
import { needsSignIn, wordsOf } from '#sync/words.ts';
import { usePageTitle } from '#ui/layout/usePageTitle.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import classes from './Document.module.css';
import { DocumentView } from './DocumentView.tsx';
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
  if (!file.thumb && !isFilm(file)) {
    return <DocumentView file={file} handle={handle} save={address && `${address}&down=yes`} />;
  }
  return (
    <section className={classes.view} aria-label={fullName(file)}>
      <header className={classes.head}>
        <h2 className={classes.title}>{fullName(file)}</h2>
        <span className={classes.tools}>
          <Button
            component="a"
            href={`${address}&down=yes`}
            download={fullName(file)}
            size="compact-sm"
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.75} />}
          >
            {t('action.download')}
          </Button>
        </span>
      </header>
      <div className={classes.picture}>
        {isFilm(file) ? (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- uploaded media has no captions
          <video src={address} controls playsInline aria-label={fullName(file)} />
        ) : (
          <img src={address} alt={fullName(file)} />
        )}
      </div>
    </section>
  );
}
