import { Button, Paper, Text } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { sendFiles } from '#entities/message/files/file.actions.ts';
import { SendFilesModal } from '#entities/message/files/SendFilesModal.tsx';
import type { ForwardTarget } from '#entities/message/menu/forwardTargets.ts';
import { TargetPicker } from '#entities/message/menu/TargetPicker.tsx';
import { t } from '#sync/language.ts';
import type { Shared } from '#sync/store/shared.ts';
import { LoadingPlaceholder } from '#ui/layout/LoadingPlaceholder.tsx';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { notify } from '#ui/overlays/notices.ts';
import classes from './ShareScreen.module.css';
import { dropPendingShare, putIntoField, readPendingShare } from './share.actions.ts';

interface Props {
  /** The direct chat with a person; 0 if it cannot be opened, after showing the error. */
  onPerson: (userid: number) => Promise<number>;
  onDialog: (dialogId: number) => void;
  onLeave: () => void;
}

/**
 * Chooses the target of content shared from another application. Text waits in the field there, files are previewed
 * again.
 */
export function ShareScreen({ onPerson, onDialog, onLeave }: Props) {
  const [shared, setShared] = useState<Shared | null | undefined>();
  const [place, setPlace] = useState<{ dialogId: number; name: string } | null>(null);
  useEffect(() => {
    void readPendingShare().then(setShared);
  }, []);
  const leave = () => void dropPendingShare().then(onLeave);
  const settle = (dialogId: number) => {
    putIntoField(dialogId, shared?.text ?? '');
    void dropPendingShare();
    onDialog(dialogId);
  };
  const pick = async (target: ForwardTarget | undefined) => {
    if (!target) return;
    const [, known] = /^d:(\d+)$/.exec(target.userid) ?? [];
    const dialogId = known ? Number(known) : await onPerson(Number(target.userid));
    if (!dialogId) return;
    if (shared?.files.length) setPlace({ dialogId, name: target.name });
    else settle(dialogId);
  };
  if (shared === undefined) return <LoadingPlaceholder label={t('state.loading')} />;
  if (shared === null) {
    return <EmptyState drawing="lost" text={t('share.none')} action={{ label: t('nav.dashboard'), run: onLeave }} />;
  }
  return (
    <div className={classes.page}>
      <ScreenHeader title={t('share.title')}>
        <Button variant="default" size="compact-md" onClick={leave}>
          {t('action.cancel')}
        </Button>
      </ScreenHeader>
      <div className={classes.body}>
        <Paper withBorder p="sm" bg="var(--surface)" component="section" aria-label={t('share.what')}>
          {shared.text && <Text className={classes.text}>{shared.text}</Text>}
          {shared.files.map((file) => (
            <Text key={file.name} size="sm" className={classes.file}>
              <IconPaperclip size={16} stroke={1.75} aria-hidden="true" />
              <span className="truncate">{file.name}</span>
            </Text>
          ))}
        </Paper>
        <TargetPicker
          isSingle
          targets={[]}
          onChange={([target]) => void pick(target)}
          onWarn={(words) => notify(words, { kind: 'error' })}
        />
      </div>
      {place && (
        <SendFilesModal
          files={shared.files}
          name={place.name}
          onClose={() => setPlace(null)}
          onSend={(files) => {
            void sendFiles(place.dialogId, files);
            settle(place.dialogId);
          }}
        />
      )}
    </div>
  );
}
