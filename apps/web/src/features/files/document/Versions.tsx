import type { DriveFile, DriveVersion } from '@atrium/contract/files/drive.ts';
import { Button, Loader, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { readContent, readVersions, restoreVersion } from '#entities/drive/drive.actions.ts';
import { sizeWords } from '#entities/message/files/fileShown.ts';
import { listTime } from '#entities/message/time.ts';
import { useUser } from '#entities/user/useUsers.ts';
import { ShownWords } from '#features/files/ShownWords.tsx';
import { locale, t } from '#sync/language.ts';
import { useAsked } from '#sync/store/useAsked.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import classes from './Document.module.css';
import type { Content } from './useDocument.ts';

interface Props {
  file: DriveFile;
  mayRestore: boolean;
  /** The version shown. */
  now: number;
  onRestored: () => void;
}

/** The authors and times of versions; each can be viewed and restored. */
export function Versions({ file, mayRestore, now, onRestored }: Props) {
  const { data, problem, fail } = useAsked(() => readVersions(file.id), `${file.id} ${now}`);
  const list = data?.data;
  const [seen, setSeen] = useState<Content | null>(null);
  const look = (id: number) => void readContent(file.id, id).then(setSeen, fail);
  const restore = async (id: number) => {
    const restored = await restoreVersion(file.id, id);
    setSeen(null);
    if (restored) onRestored();
  };
  return (
    <aside className={classes.versions} aria-label={t('drive.versions')}>
      <h3 className={classes.versionsTitle}>{t('drive.versions')}</h3>
      {problem && <Text c="red">{problem}</Text>}
      {!list && !problem && <Loader size="sm" role="status" aria-label={t('state.loading')} />}
      {list?.length === 0 && <Text c="dimmed">{t('drive.versions_none')}</Text>}
      <ul>
        {list?.map((version, index) => (
          <Row key={version.id} version={version} isNow={index === 0} onLook={() => look(version.id)} />
        ))}
      </ul>
      {seen && (
        <Modal opened onClose={() => setSeen(null)} title={t('drive.version')} size="lg" zIndex={300}>
          <ShownWords
            words={{ ...(seen.content?.type && { type: seen.content.type }), content: seen.content?.content ?? '' }}
            ext={file.ext}
            mode={seen.file_mode}
          />
          {mayRestore && seen.history_id !== list?.[0]?.id && (
            <Button mt="md" onClick={() => void restore(seen.history_id ?? 0)}>
              {t('drive.restore')}
            </Button>
          )}
        </Modal>
      )}
    </aside>
  );
}

function Row({ version, isNow, onLook }: { version: DriveVersion; isNow: boolean; onLook: () => void }) {
  const by = useUser(version.userid);
  return (
    <li>
      <UnstyledButton className={classes.version} onClick={onLook}>
        <span>{listTime(version.created_at)}</span>
        <small>
          {[by?.nickname, sizeWords(version.size, locale), isNow && t('drive.version_now')].filter(Boolean).join(' · ')}
        </small>
      </UnstyledButton>
    </li>
  );
}
