import { Button, Skeleton } from '@mantine/core';
import { useFileChoice } from '#entities/message/files/useFileChoice.tsx';
import classes from '#features/files/Files.module.css';
import type { ListedFiles } from '#features/files/reading/useListedFiles.ts';
import { t } from '#sync/language.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';

interface Props {
  listed: ListedFiles;
  onTop: () => void;
  onNew: () => void;
  onUpload: (files: readonly File[]) => void;
}

/** Shown instead of files. */
export function NoFiles({ listed, onTop, onNew, onUpload }: Props) {
  const { state, refusal, again, isFinding, setWords, mayWrite } = listed;
  const choice = useFileChoice(onUpload);
  if (refusal) return <EmptyState drawing="lost" text={refusal} action={{ label: t('drive.to_top'), run: onTop }} />;
  if (state === 'loading') {
    return (
      <div className={classes.grid} aria-hidden>
        {[1, 2, 3, 4, 5, 6].map((each) => (
          <Skeleton key={each} h={138} radius="md" />
        ))}
      </div>
    );
  }
  if (state === 'failed') {
    return <EmptyState drawing="lost" text={t('drive.failed')} action={{ label: t('action.retry'), run: again }} />;
  }
  if (isFinding) {
    const clear = { label: t('action.clear'), run: () => setWords('') };
    return <EmptyState drawing="lost" text={t('drive.none_found')} action={clear} />;
  }
  if (!mayWrite) return <EmptyState drawing="board" text={t('drive.empty')} />;
  return (
    <EmptyState
      drawing="board"
      text={t('drive.empty_hint')}
      action={{ label: t('drive.upload_files'), run: () => choice.open('') }}
    >
      <Button variant="subtle" onClick={onNew}>
        {t('drive.new_folder')}
      </Button>
      {choice.field}
    </EmptyState>
  );
}
