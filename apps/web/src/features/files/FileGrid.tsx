import type { FoundFile } from '@atrium/contract/files/drive.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import { useRef } from 'react';
import { DrivePicture } from '#entities/drive/DrivePicture.tsx';
import { sizeWords } from '#entities/message/files/fileShown.ts';
import { listTime } from '#entities/message/time.ts';
import { useMe, useUser } from '#entities/user/useUsers.ts';
import { locale, t } from '#sync/language.ts';
import { PlainCheckbox } from '#ui/fields/PlainCheckbox.tsx';
import { CommandItems } from '#ui/keys/CommandItems.tsx';
import { useNearRows } from '#ui/lists/useNearRows.ts';
import { PointMenu } from '#ui/overlays/PointMenu.tsx';
import { RowMenu } from '#ui/overlays/RowMenu.tsx';
import { PlainButton } from '#ui/PlainButton.tsx';
import classes from './FileGrid.module.css';
import {
  FoundText,
  type ItemsProps,
  isFirstClick,
  Naming,
  ShareMark,
  stateOf,
  useItemMenu,
  wantedOf,
} from './FileItems.tsx';

interface GridProps extends ItemsProps {
  /** The reader, if files of other people come first; 0 = in one list. */
  sharedWith: number;
}

/** Shared items of others, then folders in rows, and below them files with their pictures. */
export function FileGrid({ sharedWith, ...props }: GridProps) {
  const isShared = (file: FoundFile) => sharedWith > 0 && file.userid !== sharedWith;
  const kinds = Map.groupBy(props.files, (file) =>
    isShared(file) ? 'shared' : file.type === 'folder' ? 'folders' : 'files',
  );
  const shared = Map.groupBy(kinds.get('shared') ?? [], ({ type }) => type === 'folder');
  const groups = [
    { id: 'shared', title: t('drive.scope_shared'), folders: shared.get(true), files: shared.get(false) },
    { id: 'folders', title: t('drive.folders'), folders: kinds.get('folders'), files: undefined },
    { id: 'files', title: t('drive.title'), folders: undefined, files: kinds.get('files') },
  ].filter(({ folders, files }) => folders || files);
  return groups.map(({ id, title, folders, files }) => (
    <section key={id} className={classes.group} aria-label={title}>
      {/* A folder of files alone needs no heading. */}
      {groups.length > 1 && <h2>{title}</h2>}
      {folders && <Items {...props} files={folders} areFolders />}
      {files && <Items {...props} files={files} />}
    </section>
  ));
}

function Items({ areFolders = false, ...props }: ItemsProps & { areFolders?: boolean }) {
  const { files } = props;
  const list = useRef<HTMLUListElement>(null);
  const near = useNearRows(list, files.length, wantedOf(props));
  return (
    <ul
      ref={list}
      className={classes.grid}
      data-folders={areFolders || undefined}
      aria-label={t(areFolders ? 'drive.folders' : 'drive.title')}
    >
      <Space height={near.before} />
      {files.slice(near.from, near.until).map((file) => (
        <GridItem key={file.id} file={file} {...props} />
      ))}
      <Space height={near.after} />
    </ul>
  );
}

/** Takes the space of lines that are not drawn; the gap beside it belongs to them. */
const Space = ({ height }: { height: number }) =>
  height > 0 && <li data-space aria-hidden className={classes.space} style={{ height }} />;

function GridItem({ file, ...props }: ItemsProps & { file: FoundFile }) {
  const menu = useItemMenu();
  const name = fullName(file);
  const isFolder = file.type === 'folder';
  const picture = <DrivePicture file={file} />;
  return (
    <li
      className={classes.cell}
      data-folder={isFolder || undefined}
      {...stateOf(file, props)}
      onContextMenu={menu.onContextMenu}
    >
      <label className={classes.tick} htmlFor={`tick-${file.id}`}>
        <span className="visually-hidden">{t('drive.select_this', { name })}</span>
        <PlainCheckbox
          id={`tick-${file.id}`}
          checked={props.isSelected(file.id)}
          onChange={() => props.onToggle(file)}
        />
      </label>
      <span className={classes.dots}>
        <RowMenu label={t('drive.menu', { name })} commands={props.commandsOf(file)} />
      </span>
      {props.renaming === file.id ? (
        <div className={classes.open}>
          {picture}
          <Naming file={file} onName={props.onName} />
        </div>
      ) : (
        <PlainButton
          className={classes.open}
          data-file={file.id}
          onClick={(event) => isFirstClick(event) && props.onOpen(file)}
        >
          {picture}
          <span className={classes.words}>
            <span className={classes.name}>{name}</span>
            {!file.snippet && <Facts file={file} />}
            <FoundText file={file} words={props.words} />
          </span>
        </PlainButton>
      )}
      <span className={classes.mark}>
        <ShareMark file={file} />
      </span>
      <PointMenu at={menu.at} label={t('drive.menu', { name })} onClose={menu.close}>
        <CommandItems commands={props.commandsOf(file)} />
      </PointMenu>
    </li>
  );
}

/** A folder of another person: who shares it, and whether it can only be viewed. */
function Facts({ file }: { file: FoundFile }) {
  const me = useMe();
  const owner = useUser(file.userid);
  const isFolder = file.type === 'folder';
  const facts = isFolder
    ? file.userid === me
      ? [listTime(file.updated_at)]
      : [owner?.nickname, file.permission === 0 && t('drive.may_read')]
    : [sizeWords(file.size, locale), listTime(file.updated_at)];
  return (
    <span className={classes.more} aria-hidden>
      {facts.filter(Boolean).join(' · ')}
    </span>
  );
}
