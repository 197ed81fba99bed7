import type { DriveFile } from '@atrium/contract/files/drive.ts';
import { Suspense, useState } from 'react';
import { useMe } from '#entities/user/useUsers.ts';
import { usePreloadedViewer } from '#entities/viewer/usePreloadedViewer.ts';
import { t } from '#sync/language.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { type Point, PointMenu } from '#ui/overlays/PointMenu.tsx';
import { FileArea } from './area/FileArea.tsx';
import { OpenedFile } from './document/OpenedFile.tsx';
import type { ItemsProps } from './FileItems.tsx';
import classes from './Files.module.css';
import { FilesBar } from './FilesBar.tsx';
import { FilesHead } from './FilesHead.tsx';
import { fileCommands } from './fileCommands.ts';
import { NameConflictModal } from './NameConflictModal.tsx';
import { NewItems } from './NewItem.tsx';
import { prefetchFolder } from './reading/prefetchFolder.ts';
import { useListedFiles } from './reading/useListedFiles.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { StorageUsed } from './StorageUsed.tsx';
import { UploadPanel } from './uploads/UploadPanel.tsx';
import { beginUploads } from './uploads/uploads.ts';
import { useDetailsFile, useIsRoomy } from './useDetailsFile.ts';
import { useFileActions } from './useFileActions.ts';
import { useFileSelection } from './useFileSelection.ts';
import { useHighlight } from './useHighlight.ts';

const DetailsPanel = lazyPart(async () => (await import('./details/DetailsPanel.tsx')).DetailsPanel);
const DetailsSheet = lazyPart(async () => (await import('./details/DetailsPanel.tsx')).DetailsSheet);
const ShareModal = lazyPart(async () => (await import('./sharing/ShareModal.tsx')).ShareModal);

interface Props {
  folderId: number;
  /** The file open above it; 0 = none. */
  fileId: number;
  /** The entry to highlight briefly. */
  marked: number;
  onFolder: (id: number, marked?: number) => void;
  onFile: (folderId: number, fileId: number) => void;
  onSend: (file: DriveFile) => void;
  onBin: () => void;
  /** The way back from the top level, on a phone. */
  onLeave: () => void;
}

/** The file area. */
export function FilesScreen(props: Props) {
  const { folderId, fileId, onFolder, onFile, onSend } = props;
  const me = useMe();
  const isPhone = useIsPhone();
  const isRoomy = useIsRoomy();
  const listed = useListedFiles(folderId);
  const { folder, files, words, setWords, isFinding, view, setView, here, mayWrite } = listed;
  const selected = useFileSelection(folderId, files);
  const actions = useFileActions({ folderId, listed, selected, onFile });
  const { held, clash, upload, setMaking } = actions;
  const [sheet, setSheet] = useState<DriveFile | null>(null);
  const [shared, setShared] = useState<DriveFile | null>(null);
  const [menu, setMenu] = useState<Point | null>(null);
  usePreloadedViewer(files);
  const marked = useHighlight(
    props.marked,
    files.some(({ id }) => id === props.marked),
  );
  const detail = useDetailsFile(folderId, {
    ...{ files, selected: selected.files, here, isFinding },
    isCovered: fileId > 0,
  });

  const hasDetails = !isPhone && (view.hasDetails ?? isRoomy);
  const toggleDetails = () => setView({ ...view, hasDetails: !hasDetails });
  const showDetails = (file: DriveFile) => {
    detail.choose(file);
    if (isPhone) setSheet(file);
    else setView({ ...view, hasDetails: true });
  };
  const open = (file: DriveFile) => {
    if (file.type !== 'folder') return onFile(file.pid, file.id);
    prefetchFolder(file.id);
    setWords('');
    onFolder(file.id);
  };
  const showIn = (file: DriveFile) => {
    setWords('');
    onFolder(file.pid, file.id);
  };
  const items: ItemsProps = {
    ...{ files, marked, words: isFinding ? words : '' },
    renaming: actions.renaming,
    cut: new Set(held?.kind === 'cut' ? held.files.map(({ id }) => id) : []),
    isSelected: selected.has,
    onOpen: open,
    onToggle: (file) => selected.toggle(file.id),
    onName: (file, name) => void actions.rename(file, name),
    commandsOf: (file) =>
      fileCommands(file, {
        ...{ me, onOpen: open, onShare: setShared, onSend, again: folder.again },
        onDetails: showDetails,
        onRename: actions.beginRename,
        onSelect: ({ id }) => selected.toggle(id),
        onShow: isFinding ? showIn : undefined,
      }),
  };
  return (
    <div className={classes.page}>
      <FilesHead
        {...{ words, mayWrite, isFinding }}
        onWords={setWords}
        onNew={setMaking}
        onUpload={upload}
        onBack={folderId === 0 ? props.onLeave : () => onFolder(folder.above.at(-2)?.id ?? 0)}
      />
      <FilesBar
        {...{ view, mayWrite, hasDetails }}
        above={isFinding ? [] : folder.above}
        scope={listed.scope}
        hasShared={listed.hasShared}
        onFolder={onFolder}
        onBin={props.onBin}
        onView={setView}
        onScope={listed.setScope}
        onDetails={toggleDetails}
      />
      {selected.files.length + (held ? 1 : 0) > 0 && (
        <SelectionBar
          {...{ selected: selected.files, held, mayPaste: mayWrite && !isFinding }}
          onCut={() => actions.cut(selected.files)}
          onDelete={() => void actions.remove(selected.files)}
          onNone={selected.none}
          onPaste={() => void actions.paste()}
        />
      )}
      <div className={classes.body}>
        <FileArea
          {...{ folderId, fileId, listed, selected, actions, items, detail }}
          onTop={() => onFolder(0)}
          onDetails={toggleDetails}
          onMenu={setMenu}
        />
        {hasDetails && (
          <Suspense>
            <DetailsPanel
              file={detail.detailed}
              onOpen={open}
              onFolder={onFolder}
              onShare={setShared}
              onChanged={folder.again}
              onClose={toggleDetails}
            />
          </Suspense>
        )}
      </div>
      {sheet && (
        <Suspense>
          <DetailsSheet
            file={sheet}
            onOpen={(file) => {
              setSheet(null);
              open(file);
            }}
            onFolder={(id) => {
              setSheet(null);
              onFolder(id);
            }}
            onShare={setShared}
            onChanged={folder.again}
            onClose={() => setSheet(null)}
          />
        </Suspense>
      )}
      <PointMenu at={menu} label={t('drive.new')} onClose={() => setMenu(null)}>
        <NewItems onNew={setMaking} />
      </PointMenu>
      <StorageUsed turn={files.length} />
      <UploadPanel onFolder={onFolder} />
      {fileId > 0 && (
        <OpenedFile id={fileId} files={files} onClose={() => onFolder(folderId)} onShare={setShared} onSend={onSend} />
      )}
      {clash && (
        <NameConflictModal
          names={clash.same}
          onClose={() => actions.setClash(null)}
          onChoose={(isOver) => beginUploads(folderId, clash.files, isOver)}
        />
      )}
      {shared && (
        <Suspense>
          <ShareModal file={shared} onClose={() => setShared(null)} />
        </Suspense>
      )}
    </div>
  );
}
