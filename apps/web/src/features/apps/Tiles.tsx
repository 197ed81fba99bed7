import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { requestMeeting } from '#entities/meeting/meeting.ts';
import { AppIcon } from '#entities/microApp/AppIcon.tsx';
import { t } from '#sync/language.ts';
import classes from './ApplicationScreen.module.css';
import type { Tile } from './tiles.ts';

export interface UsedTile extends Tile {
  /** A text about the items that wait in it. */
  use: string | undefined;
}

interface TilesProps {
  list: readonly UsedTile[];
  label: string;
  /** While the tiles are sorted. */
  onMove?: (from: number, to: number) => void;
}

export function Tiles({ list, label, onMove }: TilesProps) {
  return (
    <ul className={classes.tiles} aria-label={label}>
      {list.map((tile, index) => (
        <li key={tile.id}>
          {onMove ? (
            <Movable tile={tile} index={index} last={list.length - 1} onMove={onMove} />
          ) : (
            <Opening tile={tile} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** A tile that opens something. */
function Opening({ tile }: { tile: UsedTile }) {
  const { meeting, to = '', isWindow } = tile;
  const named = { className: classes.tile, 'data-tile': true };
  if (meeting) {
    return (
      <UnstyledButton {...named} onClick={() => requestMeeting({ kind: meeting })}>
        <Face tile={tile} />
      </UnstyledButton>
    );
  }
  return (
    <Link to={to} {...named} {...(isWindow && { target: '_blank' })}>
      <Face tile={tile} />
    </Link>
  );
}

interface MovableProps {
  tile: UsedTile;
  index: number;
  last: number;
  onMove: (from: number, to: number) => void;
}
function Movable({ tile, index, last, onMove }: MovableProps) {
  const button = (label: string, to: number, icon: ReactNode) => (
    <ActionIcon
      size="lg"
      variant="subtle"
      aria-label={`${label}: ${tile.label}`}
      disabled={to < 0 || to > last}
      onClick={() => onMove(index, to)}
    >
      {icon}
    </ActionIcon>
  );
  return (
    <div className={classes.tile} data-sorting>
      <Face tile={tile} />
      <span className={classes.moves}>
        {button(t('apps.sort_before'), index - 1, <IconChevronLeft size={18} />)}
        {button(t('apps.sort_after'), index + 1, <IconChevronRight size={18} />)}
      </span>
    </div>
  );
}

function Face({ tile: { icon: Icon, picture = '', label, about, use, count, dot } }: { tile: UsedTile }) {
  const isSaid = use !== undefined;
  return (
    <>
      <span className={classes.face}>
        {Icon ? <Icon size={22} stroke={1.75} /> : <AppIcon icon={picture} size={24} />}
        {count > 0 && (
          <span className={classes.badge} aria-hidden={isSaid}>
            {count > 999 ? '999+' : count}
          </span>
        )}
        {count === 0 && dot && <span className={classes.news} role="img" aria-label={t('apps.news')} />}
      </span>{' '}
      <span className={classes.words}>
        <span className={classes.name}>{label}</span>{' '}
        <span className={classes.about} data-use={isSaid || undefined}>
          {use ?? about}
        </span>
      </span>
    </>
  );
}
