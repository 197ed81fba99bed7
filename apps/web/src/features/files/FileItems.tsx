import type { DriveFile, FoundFile } from '@atrium/contract/files/drive.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import { IconArrowDown, IconArrowUp, IconShare } from '@tabler/icons-react';
import { type MouseEvent, useRef, useState } from 'react';
import { DriveIcon } from '#entities/drive/DriveIcon.tsx';
import { MarkedText } from '#entities/drive/MarkedText.tsx';
import { sizeWords } from '#entities/message/files/fileShown.ts';
import { listTime } from '#entities/message/time.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useMe, useUser } from '#entities/user/useUsers.ts';
import { locale, t } from '#sync/language.ts';
import { PlainCheckbox } from '#ui/fields/PlainCheckbox.tsx';
import { CommandItems } from '#ui/keys/CommandItems.tsx';
import type { Command } from '#ui/keys/commands.ts';
import { useNearRows } from '#ui/lists/useNearRows.ts';
import { type Point, PointMenu } from '#ui/overlays/PointMenu.tsx';
import { RowMenu } from '#ui/overlays/RowMenu.tsx';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import { PlainButton } from '#ui/PlainButton.tsx';
import classes from './Files.module.css';
import { NameField } from './NameField.tsx';
import { COLUMNS, type Column, type Sorting } from './sorting.ts';

/**
 * The second click of a double click with a mouse meets whatever the first one has opened. Two quick taps mean two
 * things.
 */
export const isFirstClick = ({ detail, nativeEvent }: MouseEvent): boolean =>
  detail < 2 || (nativeEvent as PointerEvent).pointerType !== 'mouse';

export interface ItemsProps {
  files: readonly FoundFile[];
  /** The searched words; '' in a folder. */
  words: string;
  /** Being renamed. */
  renaming: number;
  /** Cut, and not pasted yet. */
  cut: ReadonlySet<number>;
  /** The highlighted entry. */
  marked: number;
  isSelected: (id: number) => boolean;
  commandsOf: (file: DriveFile) => Command[];
  onOpen: (file: DriveFile) => void;
  onToggle: (file: DriveFile) => void;
  onName: (file: DriveFile, name: string | null) => void;
}

/** Right click, or a long press. */
export function useItemMenu() {
  const [at, setAt] = useState<Point | null>(null);
  const onContextMenu = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setAt({ x: event.clientX, y: event.clientY });
  };
  return { at, onContextMenu, close: () => setAt(null) };
}

export const stateOf = (file: DriveFile, { isSelected, cut, marked }: ItemsProps) => ({
  'data-selected': isSelected(file.id) || undefined,
  'data-cut': cut.has(file.id) || undefined,
  'data-marked': marked === file.id || undefined,
});

/** The place of an entry to be shown: highlighted, or being renamed. */
export const wantedOf = ({ files, marked, renaming }: Pick<ItemsProps, 'files' | 'marked' | 'renaming'>): number =>
  marked || renaming ? files.findIndex(({ id }) => id === (marked || renaming)) : -1;

export const Naming = ({ file, onName }: Pick<ItemsProps, 'onName'> & { file: DriveFile }) => (
  <NameField
    label={t('drive.name_of', { name: fullName(file) })}
    value={file.name}
    onSave={(name) => onName(file, name)}
    onCancel={() => onName(file, null)}
  />
);

/** The text around the words, for a file that was found by its content. */
export function FoundText({ file, words }: { file: FoundFile; words: string }) {
  if (!file.snippet) return null;
  return (
    <span className={classes.found}>
      <MarkedText text={file.snippet} words={words} />
    </span>
  );
}

/** Mine and shared: an icon. Another person's: their name, and the permission. */
export function ShareMark({ file }: { file: DriveFile }) {
  const me = useMe();
  const owner = useUser(file.userid);
  if (file.userid === me) {
    if (file.share === 0) return null;
    return (
      <Tooltip label={t('drive.shared_by_me')}>
        <span className={classes.mark} role="img" aria-label={t('drive.shared_by_me')}>
          <IconShare size={14} stroke={2} />
        </span>
      </Tooltip>
    );
  }
  if (file.share === 0 || !owner) return null;
  const right = t(file.permission > 0 ? 'drive.may_write' : 'drive.may_read');
  return (
    <Tooltip label={t('drive.shared_of', { name: owner.nickname, right })}>
      <span className={classes.mark}>
        <UserAvatar user={owner} size={20} />
      </span>
    </Tooltip>
  );
}

interface TableProps extends ItemsProps {
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  isAll: boolean;
  onAll: () => void;
}

export function FileTable(props: TableProps) {
  const { sorting, onSort, files } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const near = useNearRows(body, files.length, wantedOf(props));
  return (
    <table className={classes.table} aria-rowcount={files.length + 1}>
      <thead>
        <tr>
          <th className={classes.tickColumn}>
            <label className={classes.tick} htmlFor="tick-all">
              <span className="visually-hidden">{t('drive.select_all')}</span>
              <PlainCheckbox id="tick-all" checked={props.isAll} onChange={props.onAll} />
            </label>
          </th>
          {COLUMNS.map((column) => (
            <Head key={column} column={column} sorting={sorting} onSort={onSort} />
          ))}
          <th className={classes.dotsColumn}>
            <span className="visually-hidden">{t('action.more')}</span>
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        <TableSpace height={near.before} />
        {files.slice(near.from, near.until).map((file, index) => (
          <TableRow key={file.id} file={file} row={near.from + index + 2} {...props} />
        ))}
        <TableSpace height={near.after} />
      </tbody>
    </table>
  );
}

/** Takes the space of rows that are not drawn. */
const TableSpace = ({ height }: { height: number }) =>
  height > 0 && (
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- an empty space
    <tr data-space aria-hidden className={classes.space} style={{ height }} />
  );

function Head({ column, sorting, onSort }: Pick<TableProps, 'sorting' | 'onSort'> & { column: Column }) {
  const isBy = sorting.by === column;
  const Arrow = sorting.isDown ? IconArrowDown : IconArrowUp;
  return (
    <th className={classes[column]} aria-sort={isBy ? (sorting.isDown ? 'descending' : 'ascending') : 'none'}>
      <PlainButton
        className={classes.sort}
        onClick={() => onSort({ by: column, isDown: isBy ? !sorting.isDown : false })}
      >
        {t(`drive.column_${column}`)}
        {isBy && <Arrow size={14} stroke={1.75} aria-hidden />}
      </PlainButton>
    </th>
  );
}

/** `row` counts the head too, as screen readers do. */
function TableRow({ file, row, ...props }: ItemsProps & { file: FoundFile; row: number }) {
  const menu = useItemMenu();
  const owner = useUser(file.userid);
  const name = fullName(file);
  return (
    <tr {...stateOf(file, props)} aria-rowindex={row} onContextMenu={menu.onContextMenu}>
      <td className={classes.tickColumn}>
        <label className={classes.tick} htmlFor={`tick-${file.id}`}>
          <span className="visually-hidden">{t('drive.select_this', { name })}</span>
          <PlainCheckbox
            id={`tick-${file.id}`}
            checked={props.isSelected(file.id)}
            onChange={() => props.onToggle(file)}
          />
        </label>
      </td>
      <td className={classes.name}>
        <span className={classes.nameCell}>
          <DriveIcon file={file} />
          {props.renaming === file.id ? (
            <Naming file={file} onName={props.onName} />
          ) : (
            <PlainButton
              className={classes.rowOpen}
              data-file={file.id}
              onClick={(event) => isFirstClick(event) && props.onOpen(file)}
            >
              {name}
              <FoundText file={file} words={props.words} />
            </PlainButton>
          )}
          <ShareMark file={file} />
        </span>
      </td>
      <td className={classes.size}>{file.type === 'folder' ? '' : sizeWords(file.size, locale)}</td>
      <td className={classes.type}>{file.type === 'folder' ? t('drive.folder') : file.ext.toUpperCase()}</td>
      <td className={classes.owner}>{owner?.nickname}</td>
      <td className={classes.modified}>{listTime(file.updated_at)}</td>
      <td className={classes.dotsColumn}>
        <RowMenu label={t('drive.menu', { name })} commands={props.commandsOf(file)} />
        <PointMenu at={menu.at} label={t('drive.menu', { name })} onClose={menu.close}>
          <CommandItems commands={props.commandsOf(file)} />
        </PointMenu>
      </td>
    </tr>
  );
}
