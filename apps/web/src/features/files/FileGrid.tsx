import type { FoundFile } from '@atrium/contract/files/drive.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import { Checkbox, UnstyledButton } from '@mantine/core';
import { DrivePicture } from '#entities/drive/DrivePicture.tsx';
import { sizeWords } from '#entities/message/files/fileShown.ts';
import { listTime } from '#entities/message/time.ts';
import { locale, t } from '#sync/language.ts';
import { CommandItems } from '#ui/keys/CommandItems.tsx';
import { PointMenu } from '#ui/overlays/PointMenu.tsx';
import { RowMenu } from '#ui/overlays/RowMenu.tsx';
import classes from './FileGrid.module.css';
import { FoundText, type ItemsProps, isFirstClick, Naming, ShareMark, stateOf, useItemMenu } from './FileItems.tsx';

/** Folders in rows, and below them files with their pictures. */
export function FileGrid(props: ItemsProps) {
  const kinds = Map.groupBy(props.files, ({ type }) => type === 'folder');
  const [folders = [], files = []] = [kinds.get(true), kinds.get(false)];
  return (
    <>
      {folders.length > 0 && (
        <ul className={classes.grid} data-folders aria-label={t('drive.folders')}>
          {folders.map((file) => (
            <GridItem key={file.id} file={file} {...props} />
          ))}
        </ul>
      )}
      {files.length > 0 && (
        <ul className={classes.grid} aria-label={t('drive.title')}>
          {files.map((file) => (
            <GridItem key={file.id} file={file} {...props} />
          ))}
        </ul>
      )}
    </>
  );
}

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
      <Checkbox
        size="xs"
        className={classes.tick ?? ''}
        aria-label={t('drive.select_this', { name })}
        checked={props.isSelected(file.id)}
        onChange={() => props.onToggle(file)}
      />
      <span className={classes.dots}>
        <RowMenu label={t('drive.menu', { name })} commands={props.commandsOf(file)} />
      </span>
      {props.renaming === file.id ? (
        <div className={classes.open}>
          {picture}
          <Naming file={file} onName={props.onName} />
        </div>
      ) : (
        <UnstyledButton
          className={classes.open}
          data-file={file.id}
          onClick={(event) => isFirstClick(event) && props.onOpen(file)}
        >
          {picture}
          <span className={classes.words}>
            <span className={classes.name}>{name}</span>
            {!isFolder && !file.snippet && (
              <span className={classes.more} aria-hidden>
                {sizeWords(file.size, locale)} · {listTime(file.updated_at)}
              </span>
            )}
            <FoundText file={file} words={props.words} />
          </span>
        </UnstyledButton>
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
