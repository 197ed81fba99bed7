import { PERMISSION } from '@atrium/contract/files/drive.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import { useFileDrop } from '#entities/message/files/useFileDrop.ts';
import { useMe } from '#entities/user/useUsers.ts';
import { FileGrid } from '#features/files/FileGrid.tsx';
import { FileTable, type ItemsProps } from '#features/files/FileItems.tsx';
import classes from '#features/files/Files.module.css';
import { NewItem } from '#features/files/NewItem.tsx';
import { RecentFiles } from '#features/files/RecentFiles.tsx';
import type { ListedFiles } from '#features/files/reading/useListedFiles.ts';
import { useReadOnHover } from '#features/files/reading/useReadOnHover.ts';
import type { useDetailsFile } from '#features/files/useDetailsFile.ts';
import type { FileActions } from '#features/files/useFileActions.ts';
import { useFileKeys } from '#features/files/useFileKeys.ts';
import { type FileSelection, setFileClipboard } from '#features/files/useFileSelection.ts';
import { t } from '#sync/language.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import type { Point } from '#ui/overlays/PointMenu.tsx';
import { NoFiles } from './NoFiles.tsx';

interface Props {
  folderId: number;
  /** The file open above it; 0 = none. */
  fileId: number;
  listed: ListedFiles;
  selected: FileSelection;
  actions: FileActions;
  items: ItemsProps;
  detail: ReturnType<typeof useDetailsFile>;
  onTop: () => void;
  onDetails: () => void;
  /** A right click beside the files. */
  onMenu: (at: Point) => void;
}

/** The files themselves, as tiles or as a table; takes keys, and files that are dropped or pasted. */
export function FileArea(props: Props) {
  const { folderId, fileId, listed, selected, actions, items, detail, onTop, onDetails, onMenu } = props;
  const { files, view, isFinding, mayWrite, here } = listed;
  const { making, setMaking, upload } = actions;
  const me = useMe();
  const point = useReadOnHover();
  const drop = useFileDrop(upload, { takesFolders: true });
  const onKeyDown = useFileKeys({
    files,
    onRename: (file) => file.permission >= PERMISSION.write && actions.beginRename(file),
    onDelete: (file) => void actions.remove(actions.chosenWith(file)),
    onCut: (file) => actions.cut(actions.chosenWith(file)),
    onCopy: (file) => setFileClipboard({ kind: 'copy', files: actions.chosenWith(file) }),
    onPaste: () => void actions.paste(),
    onAll: selected.all,
    onNone: selected.none,
    onToggle: (file) => selected.toggle(file.id),
    onDetails,
  });
  const fileAt = (target: EventTarget) => {
    const item = (target as Element).closest<HTMLElement>('[data-file]');
    return item ? files.find(({ id }) => id === Number(item.dataset['file'])) : undefined;
  };
  const askPasted = async (pasted: readonly File[]) => {
    const isSure = await askFirst({
      title: t('drive.pasted_title'),
      text: t('drive.pasted_ask', { count: pasted.length }),
      action: t('drive.upload'),
    });
    if (isSure) upload(pasted);
  };
  const isAll = selected.files.length === files.length;
  return (
    <section
      className={classes.area}
      onFocusCapture={(event) => detail.focus(fileAt(event.target))}
      onPointerOver={(event) => point(fileAt(event.target))}
      aria-label={here ? fullName(here) : t('drive.title')}
      data-over={(drop.isOver && mayWrite) || undefined}
      {...drop.handlers}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an empty folder needs a target for keys
      tabIndex={files.length === 0 ? 0 : -1}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => {
        if (!mayWrite || isFinding || (event.target as Element).closest('input, textarea, [data-file]')) return;
        event.preventDefault();
        onMenu({ x: event.clientX, y: event.clientY });
      }}
      onPaste={(event) => {
        const pasted = [...event.clipboardData.files];
        if (pasted.length > 0 && mayWrite) void askPasted(pasted);
      }}
    >
      {folderId === 0 && !isFinding && (
        <RecentFiles turn={fileId} onOpen={items.onOpen} onChoose={detail.choose} onLatest={detail.setLatest} />
      )}
      {drop.isOver && mayWrite && <div className={classes.drop}>{t('drive.drop')}</div>}
      {making && <NewItem type={making} onDone={(name) => void actions.make(making, name)} />}
      {files.length === 0 && !making && (
        <NoFiles listed={listed} onTop={onTop} onNew={() => setMaking('folder')} onUpload={upload} />
      )}
      {files.length > 0 && view.layout === 'grid' && (
        <FileGrid {...items} sharedWith={listed.hasShared && listed.scope === 'all' ? me : 0} />
      )}
      {files.length > 0 && view.layout === 'table' && (
        <FileTable
          {...items}
          sorting={view.sorting}
          onSort={(sorting) => listed.setView({ ...view, sorting })}
          isAll={isAll}
          onAll={isAll ? selected.none : selected.all}
        />
      )}
    </section>
  );
}
