import type { DriveFile } from '@atrium/contract/files/drive.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import { UnstyledButton } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { DrivePicture } from '#entities/drive/DrivePicture.tsx';
import { readRecent } from '#entities/drive/drive.actions.ts';
import { listTime } from '#entities/message/time.ts';
import { useMe, useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { cachedThenFresh } from '#sync/store/lastAnswers.ts';
import { isFirstClick } from './FileItems.tsx';
import classes from './RecentFiles.module.css';

interface Props {
  /** Changes when a file is opened. */
  turn: number;
  onOpen: (file: DriveFile) => void;
  /** Called with the file that gets the focus. */
  onChoose: (file: DriveFile) => void;
  /** Called with the file that was opened last. */
  onLatest: (file: DriveFile) => void;
}

/** The files that the person opened last, in a row above the others; empty until they are loaded. */
export function RecentFiles({ turn, onOpen, onChoose, onLatest }: Props) {
  const [data, setData] = useState<readonly DriveFile[]>([]);
  useEffect(
    () =>
      // The last answer shows at once: coming later, the row would move what is below it.
      cachedThenFresh<readonly DriveFile[] | null>('driveRecent', readRecent, null, (files) => files && setData(files)),
    [turn],
  );
  const tell = useEffectEvent(onLatest);
  const latest = data[0];
  useEffect(() => {
    if (latest) tell(latest);
  }, [latest]);
  if (data.length === 0) return null;
  return (
    <section className={classes.recent} aria-label={t('drive.recent')}>
      <h2>{t('drive.recent')}</h2>
      <ul>
        {data.map((file) => (
          <li key={file.id}>
            <UnstyledButton
              className={classes.file}
              data-recent={file.id}
              onClick={(event) => isFirstClick(event) && onOpen(file)}
              onFocus={() => onChoose(file)}
            >
              <DrivePicture file={file} />
              <span className={classes.name}>{fullName(file)}</span>
              <Changed file={file} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Changed({ file }: { file: DriveFile }) {
  const owner = useUser(file.userid);
  const isMine = useMe() === file.userid;
  return (
    <small className={classes.more} aria-hidden>
      {[listTime(file.updated_at), !isMine && owner?.nickname].filter(Boolean).join(' · ')}
    </small>
  );
}
