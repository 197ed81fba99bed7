import type { OutputOf } from '@atrium/contract/kit.ts';
import type { taskContentHistory } from '@atrium/contract/projects/taskExtras.ts';
import { ActionIcon, Loader, Menu, ScrollArea } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { listTime } from '#entities/message/time.ts';
import { readDescription, readVersions } from '#entities/task/task.actions.ts';
import { useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { DropMenu } from '#ui/overlays/Drop.tsx';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import classes from './Description.module.css';

type Version = OutputOf<typeof taskContentHistory>['data'][number];

/** Earlier versions of a description; choosing one puts it into the editor, for viewing and saving. */
export function DescriptionHistory({ taskId, onChoose }: { taskId: number; onChoose: (html: string) => void }) {
  const [versions, setVersions] = useState<readonly Version[] | null>(null);
  const load = () => {
    setVersions(null);
    readVersions(taskId).then(setVersions, () => setVersions([]));
  };
  const choose = (id: number) =>
    void readDescription(taskId, id).then(
      ({ html }) => onChoose(html),
      () => undefined,
    );
  return (
    <DropMenu
      position="bottom-end"
      width={320}
      onOpen={load}
      button={
        <Tooltip label={t('task.versions')}>
          <ActionIcon size="sm" className={classes.tool ?? ''} aria-label={t('task.versions')}>
            <IconHistory size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      }
    >
      <Menu.Label>{t('task.versions_hint')}</Menu.Label>
      {!versions && <Loader size="xs" m="sm" />}
      {versions?.length === 0 && <Menu.Item disabled>{t('task.versions_none')}</Menu.Item>}
      <ScrollArea.Autosize mah={300}>
        {versions?.map((version) => (
          <VersionItem key={version.id} version={version} onClick={() => choose(version.id)} />
        ))}
      </ScrollArea.Autosize>
    </DropMenu>
  );
}

function VersionItem({ version, onClick }: { version: Version; onClick: () => void }) {
  const user = useUser(version.userid);
  return (
    <Menu.Item onClick={onClick}>
      <span className={classes.version}>
        <small>
          {listTime(version.created_at)} · {user?.nickname}
        </small>
        <span className="truncate">{version.desc || '–'}</span>
      </span>
    </Menu.Item>
  );
}
