import { isLive } from '@atrium/contract/files/documents.ts';
import { type DriveFile, PERMISSION } from '@atrium/contract/files/drive.ts';
import { fullName, isDrawn, isWritable } from '@atrium/contract/files/driveTypes.ts';
import { ActionIcon, Alert, Button, Group, Loader, NativeSelect, SegmentedControl, Text } from '@mantine/core';
import { IconDownload, IconHistory, IconLink, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, Suspense, useEffect, useState } from 'react';
import { copyLink, download } from '#entities/drive/drive.actions.ts';
import { useUser } from '#entities/user/useUsers.ts';
import { ShownWords } from '#features/files/ShownWords.tsx';
import { t } from '#sync/language.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import classes from './Document.module.css';
import { type Handle, useDocument } from './useDocument.ts';
import { Versions } from './Versions.tsx';
import { Viewers } from './Viewers.tsx';

export const LiveDocument = lazyPart(async () => (await import('./live/LiveDocument.tsx')).LiveDocument);

/** A document above its folder. */
export function DocumentModal({ file, onClose }: { file: DriveFile; onClose: () => void }) {
  const isPhone = useIsPhone();
  const [isChanged, setChanged] = useState(false);
  const close = async () => {
    const isSure =
      !isChanged ||
      (await askFirst({
        title: t('drive.unsaved_title'),
        text: t('drive.unsaved_ask', { name: fullName(file) }),
        action: t('drive.unsaved_leave'),
      }));
    if (isSure) onClose();
  };
  return (
    <Modal
      opened
      onClose={() => void close()}
      withCloseButton={false}
      title={<span className="visually-hidden">{fullName(file)}</span>}
      size={isDrawn(file.type) ? 'min(1680px, 98vw)' : 'min(1040px, 94vw)'}
      padding={0}
      fullScreen={isPhone}
      classNames={{ header: 'visually-hidden', body: classes.modal ?? '' }}
    >
      {isLive(file) ? (
        <Suspense>
          <LiveDocument file={file} onClose={() => void close()} />
        </Suspense>
      ) : (
        <DocumentView file={file} handle={file.id} onChanged={setChanged} onClose={() => void close()} />
      )}
    </Modal>
  );
}

interface Props {
  file: DriveFile;
  /** The id of the file, or the code of the link that opened it. */
  handle: Handle;
  /** The address to download from, for people with a link. */
  save?: string;
  onChanged?: (isChanged: boolean) => void;
  onClose?: () => void;
}

/** A text file with its actions, or the notice that it has no text to show. */
export function DocumentView({ file, handle, save, onChanged, onClose }: Props) {
  const mayWrite = isWritable(file.type) && file.permission >= PERMISSION.write;
  const document = useDocument(file, handle, mayWrite);
  const [view, setView] = useState<'read' | 'write' | null>(null);
  const [hasVersions, setVersions] = useState(false);
  const { base, words, isChanged, newer } = document;
  const isWords = base?.content?.content !== undefined;
  const isMarkdown = words.type === 'md';
  const canWrite = mayWrite && isWords;
  // Existing text opens for reading; an empty file or a draft opens for editing.
  const isReading = view ? view === 'read' : !isChanged && words.content.trim() !== '';
  const isKnown = typeof handle === 'number';
  useEffect(() => onChanged?.(isChanged), [onChanged, isChanged]);
  const onKeyDown = (event: KeyboardEvent) => {
    // Out of the text first; the next one closes the file.
    if (event.key === 'Escape' && event.target instanceof HTMLTextAreaElement)
      return event.currentTarget.querySelector('h2')?.focus();
    if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return;
    event.preventDefault();
    if (isChanged) void document.save();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys work wherever the focus is inside
    <section className={classes.view} aria-label={fullName(file)} onKeyDown={onKeyDown}>
      <header className={classes.head}>
        <h2 className={classes.title} tabIndex={-1} data-autofocus>
          {fullName(file)}
        </h2>
        {isChanged && <span className={classes.unsaved}>{t('drive.unsaved')}</span>}
        {isKnown && <Viewers fileId={file.id} />}
        <span className={classes.tools}>
          {canWrite && isMarkdown && (
            <SegmentedControl
              size="xs"
              aria-label={t('drive.view_as')}
              value={isReading ? 'read' : 'write'}
              onChange={(value) => setView(value === 'read' ? 'read' : 'write')}
              data={[
                { value: 'write', label: t('drive.write') },
                { value: 'read', label: t('drive.preview') },
              ]}
            />
          )}
          {canWrite && words.type && file.type === 'document' && (
            <NativeSelect
              size="xs"
              aria-label={t('drive.kind')}
              value={words.type}
              onChange={(event) => document.write({ ...words, type: event.currentTarget.value as 'md' | 'text' })}
              data={[
                { value: 'md', label: t('drive.kind_md') },
                { value: 'text', label: t('drive.kind_text') },
              ]}
            />
          )}
          {save && (
            <Tooltip label={t('action.download')}>
              <ActionIcon component="a" href={save} download={fullName(file)} aria-label={t('action.download')}>
                <IconDownload size={18} stroke={1.75} />
              </ActionIcon>
            </Tooltip>
          )}
          {isKnown && (
            <>
              <Tool icon={IconHistory} label={t('drive.versions')} onClick={() => setVersions(!hasVersions)} />
              <Tool icon={IconLink} label={t('drive.link')} onClick={() => void copyLink(file)} />
              {!save && <Tool icon={IconDownload} label={t('action.download')} onClick={() => download(file)} />}
            </>
          )}
        </span>
        <span className={classes.ends}>
          {canWrite && (
            <Button
              size="compact-sm"
              disabled={!isChanged}
              loading={document.isSaving}
              onClick={() => void document.save()}
            >
              {t('action.save')}
            </Button>
          )}
          {onClose && <Tool icon={IconX} label={t('action.close')} onClick={onClose} />}
        </span>
      </header>
      {newer && <Newer userid={newer.userid} onLoad={document.load} onGoOn={document.goOn} />}
      <div className={classes.columns}>
        <div className={classes.body}>
          {document.problem && <Text c="red">{document.problem}</Text>}
          {!base && !document.problem && <Loader size="sm" role="status" aria-label={t('state.loading')} />}
          {base && !isWords && <NoPreview file={file} save={save} />}
          {isWords && canWrite && !(isReading && isMarkdown) && (
            <textarea
              className={classes.field}
              data-keeps-escape
              data-plain={isMarkdown || undefined}
              aria-label={t('drive.words_of', { name: fullName(file) })}
              placeholder={t('drive.words_first')}
              value={words.content}
              spellCheck={file.type !== 'code'}
              onChange={(event) => {
                setView('write');
                document.write({ ...words, content: event.currentTarget.value });
              }}
            />
          )}
          {isWords && (!canWrite || (isReading && isMarkdown)) && (
            <ShownWords words={words} ext={file.ext} mode={base.file_mode} />
          )}
        </div>
        {hasVersions && (
          <Versions file={file} mayRestore={mayWrite} now={base?.history_id ?? 0} onRestored={document.load} />
        )}
      </div>
    </section>
  );
}

function Tool({ icon: Icon, label, onClick }: { icon: typeof IconX; label: string; onClick: () => void }) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={onClick}>
        <Icon size={18} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  );
}

function Newer({ userid, onLoad, onGoOn }: { userid: number; onLoad: () => void; onGoOn: () => void }) {
  const user = useUser(userid);
  return (
    <Alert role="alert" color="yellow" variant="light" m="sm" p="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t('drive.newer', { name: user?.nickname ?? '' })}</Text>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={onGoOn}>
            {t('drive.newer_keep')}
          </Button>
          <Button size="compact-sm" onClick={onLoad}>
            {t('drive.newer_load')}
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}

const SAVE = <IconDownload size={16} stroke={1.75} />;

function NoPreview({ file, save }: { file: DriveFile; save: string | undefined }) {
  return (
    <div className={classes.none}>
      <Text c="dimmed">{t('drive.no_preview')}</Text>
      {save ? (
        <Button component="a" href={save} download={fullName(file)} variant="light" leftSection={SAVE}>
          {t('action.download')}
        </Button>
      ) : (
        <Button variant="light" leftSection={SAVE} onClick={() => download(file)}>
          {t('action.download')}
        </Button>
      )}
    </div>
  );
}
