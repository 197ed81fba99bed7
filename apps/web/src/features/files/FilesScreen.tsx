import { type DriveFile, type FoundFile, PERMISSION } from '@atrium/contract/files/drive.ts';
import { fullName, type NewType } from '@atrium/contract/files/driveTypes.ts';
import { Button, Skeleton } from '@mantine/core';
import { Suspense, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { addDrive, copyDrive, deleteDrive, moveDrive, renameDrive } from '#entities/drive/drive.actions.ts';
import { useFileChoice } from '#entities/message/files/useFileChoice.tsx';
import { useFileDrop } from '#entities/message/files/useFileDrop.ts';
import { useMe, useUsers } from '#entities/user/useUsers.ts';
import { useWarmViewer } from '#entities/viewer/useWarmViewer.ts';
import { locale, t } from '#sync/language.ts';
import { later } from '#sync/store/later.ts';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { askFirst } from '#ui/overlays/ask.ts';
import { type Point, PointMenu } from '#ui/overlays/PointMenu.tsx';
import { ClashModal } from './ClashModal.tsx';
import { OpenedFile } from './document/OpenedFile.tsx';
import { FileGrid } from './FileGrid.tsx';
import { FileTable } from './FileItems.tsx';
import classes from './Files.module.css';
import { FilesBar, type Scope } from './FilesBar.tsx';
import { FilesHead } from './FilesHead.tsx';
import { fileCommands } from './fileCommands.ts';
import { NewItem, NewItems } from './NewItem.tsx';
import { RecentFiles } from './RecentFiles.tsx';
import { readAhead } from './reading/folderAhead.ts';
import { useFolder } from './reading/useFolder.ts';
import { useFound } from './reading/useFound.ts';
import { usePointed } from './reading/usePointed.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { StorageUsed } from './StorageUsed.tsx';
import { type Shown, sorted, storedView, storeView } from './sorting.ts';
import { UploadPanel } from './uploads/UploadPanel.tsx';
import { beginUploads } from './uploads/uploads.ts';
import { useDetailed, useIsRoomy } from './useDetailed.ts';
import { focusFile, useFileKeys } from './useFileKeys.ts';
import { useMark } from './useMark.ts';
import { holdFiles, useHeld, useSelected } from './useSelected.ts';

const DetailsPanel = later(async () => (await import('./details/DetailsPanel.tsx')).DetailsPanel);
const DetailsSheet = later(async () => (await import('./details/DetailsPanel.tsx')).DetailsSheet);
const ShareModal = later(async () => (await import('./sharing/ShareModal.tsx')).ShareModal);

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
  const { folderId, fileId, onFolder, onFile } = props;
  const me = useMe();
  const folder = useFolder(folderId);
  const [words, setWords] = useState('');
  const found = useFound(words);
  const [view, setView] = useState<Shown>(storedView);
  const [scope, setScope] = useState<Scope>('all');
  const [sheet, setSheet] = useState<DriveFile | null>(null);
  const isPhone = useIsPhone();
  const isRoomy = useIsRoomy();
  const [renaming, setRenaming] = useState(0);
  const [making, setMaking] = useState<NewType | null>(null);
  const [shared, setShared] = useState<DriveFile | null>(null);
  const [clash, setClash] = useState<{ files: readonly File[]; same: readonly string[] } | null>(null);
  const [menu, setMenu] = useState<Point | null>(null);
  const held = useHeld((state) => state.held);

  const isFinding = words.trim() !== '';
  const all: readonly FoundFile[] = isFinding ? found.files : folder.files;
  const owners = useUsers([...new Set(all.map(({ userid }) => userid))]);
  const ownerOf = (userid: number) => owners.find((user) => user?.userid === userid)?.nickname ?? '';
  const hasShared = !isFinding && folderId === 0 && all.some(({ userid }) => userid !== me);
  const ownerNames = owners.map((user) => user?.nickname).join('\n');
  // Ten thousand take 50 ms.
  const files = useMemo(() => {
    const isKept = ({ userid }: DriveFile) => !hasShared || scope === 'all' || (scope === 'mine') === (userid === me);
    return sorted(all.filter(isKept), view.sorting, { locale, ownerOf });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `ownerOf` tells these names
  }, [all, hasShared, scope, me, view.sorting, ownerNames]);
  useWarmViewer(files);
  const selected = useSelected(folderId, files);
  const marked = useMark(
    props.marked,
    files.some(({ id }) => id === props.marked),
  );
  const here = folder.above.at(-1);
  const mayWrite = folderId === 0 || (here?.permission ?? PERMISSION.none) >= PERMISSION.write;

  const show = (next: Shown) => {
    setView(next);
    storeView(next);
  };
  const { detailed, choose, focus, setLatest } = useDetailed(folderId, {
    ...{ files, selected: selected.files, here, isFinding },
    isCovered: fileId > 0,
  });
  const point = usePointed();
  const fileAt = (target: EventTarget) => {
    const item = (target as Element).closest<HTMLElement>('[data-file]');
    return item ? files.find(({ id }) => id === Number(item.dataset['file'])) : undefined;
  };
  const hasDetails = !isPhone && (view.hasDetails ?? isRoomy);
  const toggleDetails = () => show({ ...view, hasDetails: !hasDetails });
  const showDetails = (file: DriveFile) => {
    choose(file);
    if (isPhone) setSheet(file);
    else show({ ...view, hasDetails: true });
  };
  const open = (file: DriveFile) => {
    if (file.type !== 'folder') return onFile(file.pid, file.id);
    readAhead(file.id);
    setWords('');
    onFolder(file.id);
  };
  const showIn = (file: DriveFile) => {
    setWords('');
    onFolder(file.pid, file.id);
  };
  const rename = async (file: DriveFile, name: string | null) => {
    flushSync(() => setRenaming(0));
    focusFile(file.id);
    if (name !== null) await renameDrive(file.id, name);
    folder.again();
    found.again();
  };
  const make = async (type: NewType, name: string | null) => {
    setMaking(null);
    if (name === null) return;
    const made = await addDrive(folderId, type, name);
    folder.again();
    if (made && type !== 'folder') onFile(folderId, made.id);
    else if (made) focusFile(made.id);
  };
  const upload = (chosen: readonly File[]) => {
    if (!mayWrite) return;
    const kinds = Map.groupBy(folder.files, ({ type }) => type === 'folder');
    const namesOf = (isFolder: boolean) => new Set(kinds.get(isFolder)?.map((file) => fullName(file).toLowerCase()));
    const [names, folders] = [namesOf(false), namesOf(true)];
    // Asked once for all; of a folder its own name counts.
    const same = chosen.flatMap(({ name, webkitRelativePath: path }) => {
      const [top = ''] = path.split('/');
      if (path) return folders.has(top.toLowerCase()) ? [top] : [];
      return names.has(name.toLowerCase()) ? [name] : [];
    });
    if (same.length > 0) setClash({ files: chosen, same: [...new Set(same)] });
    else beginUploads(folderId, chosen, false);
  };
  const paste = async () => {
    if (!held || !mayWrite) return;
    if (held.kind === 'cut')
      await moveDrive(
        held.files.map(({ id }) => id),
        folderId,
      );
    else for (const { id, type } of held.files) if (type !== 'folder') await copyDrive(id, folderId);
    if (held.kind === 'cut') holdFiles(null);
    folder.again();
  };
  const chosenWith = (file: DriveFile) => (selected.has(file.id) ? selected.files : [file]);
  const cut = (list: readonly DriveFile[]) => {
    const mine = list.filter(({ permission }) => permission >= PERMISSION.full);
    if (mine.length > 0) holdFiles({ kind: 'cut', files: mine });
  };
  const remove = async (list: readonly DriveFile[]) => {
    const mine = list.filter(({ permission }) => permission >= PERMISSION.full);
    if (!(await deleteDrive(mine))) return;
    selected.none();
    folder.again();
    found.again();
  };
  const onKeyDown = useFileKeys({
    files,
    onRename: (file) => file.permission >= PERMISSION.write && setRenaming(file.id),
    onDelete: (file) => void remove(chosenWith(file)),
    onCut: (file) => cut(chosenWith(file)),
    onCopy: (file) => holdFiles({ kind: 'copy', files: chosenWith(file) }),
    onPaste: () => void paste(),
    onAll: selected.all,
    onNone: selected.none,
    onToggle: (file) => selected.toggle(file.id),
    onDetails: toggleDetails,
  });
  const drop = useFileDrop(upload, { takesFolders: true });
  const askPasted = async (pasted: readonly File[]) => {
    const isSure = await askFirst({
      title: t('drive.pasted_title'),
      text: t('drive.pasted_ask', { count: pasted.length }),
      action: t('drive.upload'),
    });
    if (isSure) upload(pasted);
  };
  const items = {
    ...{ files, words: isFinding ? words : '' },
    renaming,
    marked,
    cut: new Set(held?.kind === 'cut' ? held.files.map(({ id }) => id) : []),
    isSelected: selected.has,
    onOpen: open,
    onToggle: (file: DriveFile) => selected.toggle(file.id),
    onName: (file: DriveFile, name: string | null) => void rename(file, name),
    commandsOf: (file: DriveFile) =>
      fileCommands(file, {
        ...{ me, onOpen: open, onShare: setShared, onSend: props.onSend, again: folder.again },
        onDetails: showDetails,
        onRename: ({ id }) => setRenaming(id),
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
        {...{ view, mayWrite, scope, hasDetails }}
        above={isFinding ? [] : folder.above}
        hasShared={hasShared}
        onFolder={onFolder}
        onBin={props.onBin}
        onView={show}
        onScope={setScope}
        onDetails={toggleDetails}
      />
      {selected.files.length + (held ? 1 : 0) > 0 && (
        <SelectionBar
          {...{ selected: selected.files, held, mayPaste: mayWrite && !isFinding }}
          onCut={() => cut(selected.files)}
          onDelete={() => void remove(selected.files)}
          onNone={selected.none}
          onPaste={() => void paste()}
        />
      )}
      <div className={classes.body}>
        <section
          className={classes.area}
          onFocusCapture={(event) => focus(fileAt(event.target))}
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
            setMenu({ x: event.clientX, y: event.clientY });
          }}
          onPaste={(event) => {
            const pasted = [...event.clipboardData.files];
            if (pasted.length > 0 && mayWrite) void askPasted(pasted);
          }}
        >
          {folderId === 0 && !isFinding && (
            <RecentFiles turn={fileId} onOpen={open} onChoose={choose} onLatest={setLatest} />
          )}
          {drop.isOver && mayWrite && <div className={classes.drop}>{t('drive.drop')}</div>}
          {making && <NewItem type={making} onDone={(name) => void make(making, name)} />}
          <Body
            isEmpty={files.length === 0 && !making}
            state={isFinding ? found.state : folder.state}
            refusal={isFinding ? '' : folder.refusal}
            {...{ isFinding, mayWrite }}
            onAgain={isFinding ? found.again : folder.again}
            onTop={() => onFolder(0)}
            onNew={() => setMaking('folder')}
            onUpload={upload}
            onClear={() => setWords('')}
          />
          {files.length > 0 && view.layout === 'grid' && (
            <FileGrid {...items} sharedWith={hasShared && scope === 'all' ? me : 0} />
          )}
          {files.length > 0 && view.layout === 'table' && (
            <FileTable
              {...items}
              sorting={view.sorting}
              onSort={(sorting) => show({ ...view, sorting })}
              isAll={selected.files.length === files.length}
              onAll={selected.files.length === files.length ? selected.none : selected.all}
            />
          )}
        </section>
        {hasDetails && (
          <Suspense>
            <DetailsPanel
              file={detailed}
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
        <OpenedFile
          id={fileId}
          files={files}
          onClose={() => onFolder(folderId)}
          onShare={setShared}
          onSend={props.onSend}
        />
      )}
      {clash && (
        <ClashModal
          names={clash.same}
          onClose={() => setClash(null)}
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

interface BodyProps {
  isEmpty: boolean;
  state: 'loading' | 'there' | 'failed';
  refusal: string;
  isFinding: boolean;
  mayWrite: boolean;
  onAgain: () => void;
  onTop: () => void;
  onNew: () => void;
  onUpload: (files: readonly File[]) => void;
  /** Ends the search. */
  onClear: () => void;
}

/** Shown instead of files. */
function Body({ isEmpty, state, refusal, isFinding, mayWrite, onAgain, onTop, onNew, onUpload, onClear }: BodyProps) {
  const choice = useFileChoice(onUpload);
  if (!isEmpty) return null;
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
    return <EmptyState drawing="lost" text={t('drive.failed')} action={{ label: t('action.retry'), run: onAgain }} />;
  }
  if (isFinding)
    return (
      <EmptyState drawing="lost" text={t('drive.none_found')} action={{ label: t('action.clear'), run: onClear }} />
    );
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
