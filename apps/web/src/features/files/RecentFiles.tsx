import type { DriveFile } from '@atrium/contract/files/drive.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import { UnstyledButton } from '@mantine/core';
import { DriveIcon } from '#entities/drive/DriveIcon.tsx';
import { readRecent } from '#entities/drive/drive.actions.ts';
import { t } from '#sync/language.ts';
import { useAsked } from '#sync/store/useAsked.ts';
import classes from './RecentFiles.module.css';

/** What the person opened last, in a row above the files; nothing until then. `turn` changes when one is opened. */
export function RecentFiles({ turn, onOpen }: { turn: number; onOpen: (file: DriveFile) => void }) {
  const { data } = useAsked(readRecent, turn);
  if (!data || data.length === 0) return null;
  return (
    <section className={classes.recent} aria-label={t('drive.recent')}>
      <h2>{t('drive.recent')}</h2>
      <ul>
        {data.map((file) => (
          <li key={file.id}>
            <UnstyledButton className={classes.file} onClick={() => onOpen(file)}>
              <DriveIcon file={file} />
              <span className="truncate">{fullName(file)}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
