import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { Button, Switch, UnstyledButton } from '@mantine/core';
import { IconBriefcase, IconChecklist, IconPin, IconUser } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { loadTop } from '#entities/message/message.actions.ts';
import { fullTime, listTime } from '#entities/message/time.ts';
import { departmentWords } from '#entities/user/departmentWords.ts';
import { PauseLine } from '#entities/user/PauseLine.tsx';
import { usePausedUntil } from '#entities/user/pause.ts';
import { statusWords } from '#entities/user/status.ts';
import { useUser } from '#entities/user/useUsers.ts';
import { t } from '#sync/language.ts';
import { previewLine } from '#sync/preview.ts';
import { useRow } from '#sync/store/useStore.ts';
import { DialogAvatar } from '../DialogAvatar.tsx';
import { muteDialog, pinDialog } from '../dialog.actions.ts';
import { dialogName } from '../name.ts';
import classes from './DialogPanel.module.css';

interface Props {
  dialog: ClientDialog;
  onPerson: (userid: number) => void;
  onJump: (id: number) => void;
}

/** The head of the panel: the person or group of a conversation, its pinned message, and its notifications. */
export function AboutPart({ dialog, onPerson, onJump }: Props) {
  const peerId = dialog.dialog_user?.userid ?? 0;
  return (
    <div className={classes.about}>
      <div className={classes.who}>
        <DialogAvatar dialog={dialog} size={64} />
        <strong>{dialogName(dialog)}</strong>
        <Presence dialog={dialog} />
      </div>
      {dialog.type === 'user' ? <PersonRows userid={peerId} onPerson={onPerson} /> : <GroupRows dialog={dialog} />}
      <Pinned dialog={dialog} onJump={onJump} />
      <section aria-label={t('info.notifications')} className={classes.section}>
        <h3>{t('info.notifications')}</h3>
        <Switch
          label={t('dialog.mute')}
          description={t('notify.muted')}
          checked={dialog.silence === 1}
          onChange={() => muteDialog(dialog)}
        />
        <Switch label={t('info.keep_on_top')} checked={Boolean(dialog.top_at)} onChange={() => pinDialog(dialog)} />
      </section>
    </div>
  );
}

function Presence({ dialog }: { dialog: ClientDialog }) {
  const peer = useUser(dialog.dialog_user?.userid ?? 0);
  const until = usePausedUntil(dialog.dialog_user?.userid ?? 0);
  const words = statusWords(peer, { withPause: !until });
  if (dialog.type === 'group')
    return <span className={classes.quiet}>{t('dialog.people', { count: dialog.people })}</span>;
  const seen = peer?.online
    ? t('user.online')
    : peer?.line_at
      ? t('user.last_seen', { time: listTime(peer.line_at) })
      : '';
  return (
    <>
      {words && <span>{words}</span>}
      {until && (
        <span className={classes.quiet}>
          <PauseLine until={until} />
        </span>
      )}
      <span className={classes.quiet}>{seen}</span>
    </>
  );
}

function PersonRows({ userid, onPerson }: { userid: number; onPerson: (userid: number) => void }) {
  const user = useUser(userid);
  if (!user) return null;
  return (
    <>
      <Facts
        rows={[
          [t('field.email'), user.bot > 0 ? '' : user.email],
          [t('field.department'), departmentWords(user.department_name)],
          [t('field.profession'), user.profession],
        ]}
      />
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconUser size={16} stroke={1.75} />}
        onClick={() => onPerson(userid)}
      >
        {t('info.profile')}
      </Button>
    </>
  );
}

function GroupRows({ dialog: { group_type, group_info, link_id, owner_id, created_at } }: { dialog: ClientDialog }) {
  const owner = useUser(owner_id);
  return (
    <>
      <Facts
        rows={[
          [t('role.owner'), owner?.nickname ?? ''],
          [t('info.created'), fullTime(created_at)],
        ]}
      />
      {group_type === 'project' && (
        <Button
          component={Link}
          to={`/manage/project/${link_id}`}
          variant="default"
          size="compact-md"
          leftSection={<IconBriefcase size={16} stroke={1.75} />}
        >
          {t('info.open_project')}
        </Button>
      )}
      {group_type === 'task' && group_info?.project_id && (
        <Button
          component={Link}
          to={`/manage/project/${group_info.project_id}?task=${link_id}`}
          variant="default"
          size="compact-md"
          leftSection={<IconChecklist size={16} stroke={1.75} />}
        >
          {t('info.open_task')}
        </Button>
      )}
    </>
  );
}

const Facts = ({ rows }: { rows: readonly [string, string][] }) => (
  <dl className={classes.facts}>
    {rows
      .filter(([, value]) => value)
      .map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);

function Pinned({ dialog: { id, top_msg_id }, onJump }: Pick<Props, 'dialog' | 'onJump'>) {
  const message = useRow('message', top_msg_id);
  const author = useUser(message?.userid ?? 0);
  const isMissing = top_msg_id > 0 && !message;
  useEffect(() => {
    if (isMissing) loadTop(id);
  }, [id, isMissing]);
  if (!message) return null;
  return (
    <section aria-label={t('info.pinned')} className={classes.section}>
      <h3>{t('info.pinned')}</h3>
      <UnstyledButton className={classes.pinned} onClick={() => onJump(top_msg_id)}>
        <IconPin size={16} stroke={1.75} aria-hidden />
        <span>
          {author?.nickname}: {previewLine(message)}
        </span>
      </UnstyledButton>
    </section>
  );
}
