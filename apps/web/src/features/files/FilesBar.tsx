import type { DriveFile } from '@atrium/contract/files/drive.ts';
import { fullName } from '@atrium/contract/files/driveTypes.ts';
import { ActionIcon, SegmentedControl, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconInfoCircle, IconLayoutGrid, IconList, IconShare, IconTrash } from '@tabler/icons-react';
import { useMe } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { useIsPhone } from '#ui/layout/useIsPhone.ts';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import classes from './Files.module.css';
import type { FilesView } from './sorting.ts';

interface Props {
  above: readonly DriveFile[];
  view: FilesView;
  mayWrite: boolean;
  hasShared: boolean;
  hasDetails: boolean;
  scope: Scope;
  onFolder: (id: number) => void;
  onBin: () => void;
  onView: (view: FilesView) => void;
  onScope: (scope: Scope) => void;
  onDetails: () => void;
}

export type Scope = 'all' | 'mine' | 'shared';
export const SCOPES: readonly Scope[] = ['all', 'mine', 'shared'];
const SCOPE_NAMES = { all: 'drive.scope_all', mine: 'drive.only_mine', shared: 'drive.scope_shared' } as const;

/** The folder's path, and the view options. */
export function FilesBar(props: Props) {
  const { above, view, mayWrite, hasShared, hasDetails, scope, onFolder, onBin, onView, onScope, onDetails } = props;
  const isPhone = useIsPhone();
  const me = useMe();
  const isTable = view.layout === 'table';
  const label = t(isTable ? 'drive.grid' : 'drive.table');
  return (
    <div className={classes.bar}>
      <nav aria-label={t('drive.way')} className={classes.way} data-top={above.length === 0 || undefined}>
        <ol>
          <Crumb name={t('drive.title')} isHere={above.length === 0} onClick={() => onFolder(0)} />
          {above.map((folder, index) => (
            <Crumb
              key={folder.id}
              name={fullName(folder)}
              isHere={index === above.length - 1}
              note={folder.share === 1 ? t(folder.userid === me ? 'drive.shared_by_me' : 'drive.shared') : ''}
              onClick={() => onFolder(folder.id)}
            />
          ))}
        </ol>
        {above.length > 0 && !mayWrite && <span className={classes.tag}>{t('drive.read_only')}</span>}
      </nav>
      {hasShared && (
        <SegmentedControl
          size="xs"
          className={classes.scope ?? ''}
          aria-label={t('drive.scope')}
          value={scope}
          onChange={(value) => onScope(value as Scope)}
          data={SCOPES.map((each) => ({ value: each, label: t(SCOPE_NAMES[each]) }))}
        />
      )}
      {above.length === 0 && (
        <Tooltip label={t('bin.title')}>
          <ActionIcon size="lg" aria-label={t('bin.title')} onClick={onBin}>
            <IconTrash size={20} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={label}>
        <ActionIcon
          size="lg"
          aria-label={label}
          onClick={() => onView({ ...view, layout: isTable ? 'grid' : 'table' })}
        >
          {isTable ? <IconLayoutGrid size={20} stroke={1.75} /> : <IconList size={20} stroke={1.75} />}
        </ActionIcon>
      </Tooltip>
      {!isPhone && (
        <Tooltip label={`${t('drive.details')} (I)`}>
          <ActionIcon
            size="lg"
            aria-label={t('drive.details')}
            aria-pressed={hasDetails}
            aria-keyshortcuts="I"
            onClick={onDetails}
          >
            <IconInfoCircle size={20} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
  );
}

interface CrumbProps {
  name: string;
  isHere: boolean;
  note?: string;
  onClick: () => void;
}
function Crumb({ name, isHere, note = '', onClick }: CrumbProps) {
  return (
    <li>
      <UnstyledButton className={classes.crumb} onClick={onClick} {...(isHere && { 'aria-current': 'page' as const })}>
        <span className="truncate">{name}</span>
        {note && <IconShare size={14} stroke={2} role="img" aria-label={note} />}
      </UnstyledButton>
      {!isHere && <IconChevronRight size={14} stroke={1.75} aria-hidden />}
    </li>
  );
}
