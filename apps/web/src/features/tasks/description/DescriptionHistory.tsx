import type { OutputOf } from '@atrium/contract/kit.ts';
import type { taskContentHistory } from '@atrium/contract/projects/taskExtras.ts';
import { ActionIcon, Loader, Menu, ScrollArea } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { listTime } from '#entities/message/time.ts';
import { readDescription, readVersions } from '#entities/task/task.actions.ts';
import { useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { DropdownMenu } from '#ui/overlays/Dropdown.tsx';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import classes from './Description.module.css';

type Version = OutputOf<typeof taskContentHistory>['data'][number];

/** Earlier versions of a description; choosing one puts it into the editor, for viewing and saving. */
export function DescriptionHistory({ taskId, onChoose }: { taskId: number; onChoose: (html: string) => void }) {
  const choose = (id: number) =>
    void readDescription(taskId, id).then(
      ({ html }) => onChoose(html),
      () => undefined,
    );
  return (
    <DropdownMenu
      position="bottom-end"
      width={320}
      button={
        <Tooltip label={t('task.versions')}>
          <ActionIcon size="sm" className={classes.tool ?? ''} aria-label={t('task.versions')}>
            <IconHistory size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      }
    >
      <Menu.Label>{t('task.versions_hint')}</Menu.Label>
      <Versions taskId={taskId} onChoose={choose} />
    </DropdownMenu>
  );
}

/** The list of versions, which is loaded each time the menu opens. */
function Versions({ taskId, onChoose }: { taskId: number; onChoose: (id: number) => void }) {
  const { data: versions, problem } = useRequest(() => readVersions(taskId), taskId);
  if (!versions && !problem) return <Loader size="xs" m="sm" />;
  if (!versions?.length) return <Menu.Item disabled>{problem || t('task.versions_none')}</Menu.Item>;
  return (
    <ScrollArea.Autosize mah={300}>
      {versions.map((version) => (
        <VersionItem key={version.id} version={version} onClick={() => onChoose(version.id)} />
      ))}
    </ScrollArea.Autosize>
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
