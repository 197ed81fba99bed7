import type { DriveFile, DriveVersion } from '@atrium/contract/files/drive.ts';
import { isDrawn } from '@atrium/contract/files/driveTypes.ts';
import { Button, Loader, SegmentedControl, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { readContent, readVersions, restoreVersion } from '#entities/drive/drive.actions.ts';
import { sizeWords } from '#entities/message/files/fileShown.ts';
import { fullTime, listTime } from '#entities/message/time.ts';
import { useUsers } from '#entities/user/useUsers.ts';
import { VersionView } from '#entities/viewer/VersionView.tsx';
import { ShownWords } from '#features/files/ShownWords.tsx';
import { locale, t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { Changes } from './Changes.tsx';
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
  const { data, problem, fail } = useRequest(() => readVersions(file.id), `${file.id} ${now}`);
  const list = data?.data;
  const [seen, setSeen] = useState<{ version: DriveVersion; content: Content; before: Content | null } | null>(null);
  const [isWhole, setWhole] = useState(false);
  const showVersion = (version: DriveVersion, beforeId: number | undefined) =>
    void Promise.all([readContent(file.id, version.id), beforeId ? readContent(file.id, beforeId) : null]).then(
      ([content, before]) => setSeen({ version, content, before }),
      fail,
    );
  const names = useAuthors(seen?.version.authors ?? []);
  const words = seen?.content.content?.content ?? '';
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
          <Row
            key={version.id}
            version={version}
            isNow={index === 0}
            onLook={() => showVersion(version, list[index + 1]?.id)}
          />
        ))}
      </ul>
      {seen && (
        <Modal
          opened
          onClose={() => setSeen(null)}
          title={[fullTime(seen.version.created_at), names].filter(Boolean).join(' · ')}
          size="lg"
          zIndex={300}
        >
          {seen.content.content?.content !== undefined && !isDrawn(file.type) && (
            <SegmentedControl
              size="xs"
              mb="sm"
              aria-label={t('drive.view_as')}
              value={isWhole ? 'whole' : 'changes'}
              onChange={(value) => setWhole(value === 'whole')}
              data={[
                { value: 'changes', label: t('document.changes') },
                { value: 'whole', label: t('document.whole') },
              ]}
            />
          )}
          {isDrawn(file.type) ? (
            <VersionView name={file.name} format={file.type} text={words} />
          ) : isWhole || seen.content.content?.content === undefined ? (
            <ShownWords
              words={{ ...(seen.content.content?.type && { type: seen.content.content.type }), content: words }}
              ext={file.ext}
              mode={seen.content.file_mode}
            />
          ) : (
            <Changes before={seen.before?.content?.content ?? ''} after={words} />
          )}
          {mayRestore && seen.content.history_id !== list?.[0]?.id && (
            <Button mt="md" onClick={() => void restore(seen.content.history_id ?? 0)}>
              {t('drive.restore')}
            </Button>
          )}
        </Modal>
      )}
    </aside>
  );
}

function useAuthors(userids: readonly number[]): string {
  const authors = useUsers([...userids]);
  return new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(
    authors.flatMap((user) => (user ? [user.nickname] : [])),
  );
}

function Row({ version, isNow, onLook }: { version: DriveVersion; isNow: boolean; onLook: () => void }) {
  const names = useAuthors(version.authors);
  return (
    <li>
      <UnstyledButton className={classes.version} onClick={onLook}>
        <span>{listTime(version.created_at)}</span>
        <small>
          {[names, sizeWords(version.size, locale), isNow && t('drive.version_now')].filter(Boolean).join(' · ')}
        </small>
      </UnstyledButton>
    </li>
  );
}
