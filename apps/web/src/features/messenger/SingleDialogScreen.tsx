import { Loader } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { DialogPane } from '#entities/dialog/DialogPane.tsx';
import { dialogName } from '#entities/dialog/name.ts';
import { t } from '#sync/language.ts';
import panes from '#ui/layout/Panes.module.css';
import { usePageTitle } from '#ui/layout/usePageTitle.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { useLoadedDialog } from './useLoadedDialog.ts';

/** A conversation without the frame of the workspace. */
export function SingleDialogScreen({ dialogId, onPerson }: { dialogId: number; onPerson: (userid: number) => void }) {
  const [search] = useSearchParams();
  const { dialog, problem } = useLoadedDialog(dialogId);
  const position = Number(search.get('msg') ?? 0) || undefined;
  const isNumber = Number.isInteger(dialogId) && dialogId > 0;
  usePageTitle(dialog ? dialogName(dialog) : '');
  if (!isNumber || (problem && !dialog)) return <EmptyState drawing="lost" text={problem || t('messenger.gone')} />;
  if (!dialog) return <Loader m="auto" role="status" aria-label={t('state.loading')} />;
  return (
    <div className={panes.page}>
      <div className={panes.main}>
        <DialogPane takesKeys dialog={dialog} position={position} onPerson={onPerson} />
      </div>
    </div>
  );
}
