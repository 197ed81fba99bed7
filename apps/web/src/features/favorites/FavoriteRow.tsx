import type { FavoriteKind } from '@atrium/contract/workspace/favorites.ts';
import { ActionIcon, TextInput, UnstyledButton } from '@mantine/core';
import {
  IconBriefcase,
  IconChecklist,
  IconFile,
  IconMessageCircle,
  IconNote,
  IconStarFilled,
  IconStarOff,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { favoriteKey } from '#entities/favorite/favoriteOrder.ts';
import { type MovableRow, useMovableRow } from '#entities/navigation/useMovableRow.tsx';
import { t } from '#sync/language.ts';
import { isComposing } from '#ui/keys/composing.ts';
import { hasPointer } from '#ui/keys/longPress.ts';
import { notify } from '#ui/overlays/notices.ts';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import classes from './Favorites.module.css';
import { saveRemark } from './favorites.actions.ts';

interface Props {
  type: FavoriteKind;
  id: number;
  name: string;
  note: string;
  remark: string;
  isDone?: boolean;
  /** A picture instead of the icon of its kind. */
  picture?: ReactNode;
  /** Further facts at the end of the row. */
  facts?: ReactNode;
  onOpen: () => void;
  onRemove: () => void;
  arranging: RowArranging;
}
/** Moves a row among those of its kind. */
export type RowArranging = Pick<MovableRow, 'onMove' | 'onDrop'>;

const ICONS = { task: IconChecklist, project: IconBriefcase, message: IconMessageCircle, file: IconFile };

export function FavoriteRow({
  type,
  id,
  name,
  note,
  remark,
  isDone,
  picture,
  facts,
  onOpen,
  onRemove,
  arranging,
}: Props) {
  const [words, setWords] = useState(remark);
  const [isEditing, setEditing] = useState(false);
  const Icon = ICONS[type];
  const save = (next: string) => {
    setEditing(false);
    if (next.trim() === words) return;
    if (!next.trim()) return notify(t('favorite.remark_empty'), { kind: 'error' });
    setWords(next.trim());
    void saveRemark(type, id, next.trim());
  };
  const { row, menu } = useMovableRow({
    kind: `favorite ${type}`,
    id: favoriteKey(type, id),
    label: name,
    ...arranging,
    remove: { label: t('favorite.remove'), icon: IconStarOff, run: onRemove },
  });
  return (
    <li
      className={classes.row}
      data-done={isDone || undefined}
      {...(!isEditing && { ...row, draggable: hasPointer() })}
    >
      <UnstyledButton
        className={classes.open}
        data-favorite
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Delete"
        onClick={onOpen}
        onKeyDown={(event) => event.key === 'Delete' && onRemove()}
      >
        <span className={classes.picture}>
          {picture ?? <Icon className={classes.icon ?? ''} size={20} stroke={1.75} aria-hidden="true" />}
        </span>
        <span className={classes.words}>
          <span className={classes.name}>{name}</span>
          <small className="truncate">{note}</small>
        </span>
      </UnstyledButton>
      {isEditing ? (
        <TextInput
          className={classes.field}
          size="xs"
          maxLength={255}
          defaultValue={words}
          aria-label={t('favorite.remark', { name })}
          placeholder={t('favorite.remark_hint')}
          autoFocus
          onBlur={(event) => save(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !isComposing(event)) event.currentTarget.blur();
            if (event.key === 'Escape') setEditing(false);
          }}
        />
      ) : (
        words && <span className={classes.remark}>{words}</span>
      )}
      {facts && <span className={classes.facts}>{facts}</span>}
      <Tooltip label={t('favorite.remark_act')}>
        <ActionIcon aria-label={t('favorite.remark', { name })} onClick={() => setEditing(true)}>
          <IconNote size={18} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={t('favorite.remove')}>
        <ActionIcon aria-label={t('favorite.remove_named', { name })} onClick={onRemove} className={classes.star ?? ''}>
          <IconStarFilled size={18} />
        </ActionIcon>
      </Tooltip>
      {menu}
    </li>
  );
}
