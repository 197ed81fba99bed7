import {
  COMPLAINT_TYPES,
  type Complaint,
  type ComplaintPicture,
  type ComplaintType,
} from '@atrium/contract/chat/complaints.ts';
import { Badge, Blockquote, Button, Group, Pagination, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { NotYet } from '#entities/form/Problem.tsx';
import { fullTime } from '#entities/message/time.ts';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import { useFileAddress } from '#sync/files.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { EmptyState } from '#ui/lists/EmptyState.tsx';
import { askFirst } from '#ui/overlays/ask.ts';
import classes from './Complaints.module.css';
import { deleteComplaint, handleComplaint, readComplaints } from './complaints.actions.ts';

const NAMES = new Map<number, ComplaintType>(
  Object.entries(COMPLAINT_TYPES).map(([name, number]) => [number, name as ComplaintType]),
);

/** The complaints of people, for administrators. */
export function ComplaintSettings() {
  const [status, setStatus] = useState<0 | 1>(0);
  const [page, setPage] = useState(1);
  const { data, problem, again } = useRequest(() => readComplaints(status, page), `${status} ${page}`);
  return (
    <div className={classes.page}>
      <SegmentedControl
        aria-label={t('settings.complaints')}
        value={String(status)}
        data={[
          { value: '0', label: t('complaint.open') },
          { value: '1', label: t('complaint.handled') },
        ]}
        onChange={(value) => {
          setPage(1);
          setStatus(value === '1' ? 1 : 0);
        }}
      />
      {!data && <NotYet problem={problem} />}
      {data?.data.length === 0 && (
        <EmptyState drawing="done" text={t(status === 0 ? 'complaint.none_open' : 'complaint.none')} />
      )}
      <ul className={classes.list}>
        {data?.data.map((each) => (
          <Row key={each.id} complaint={each} onDone={again} />
        ))}
      </ul>
      {data && data.last_page > 1 && <Pagination total={data.last_page} value={page} onChange={setPage} />}
    </div>
  );
}

function Row({ complaint, onDone }: { complaint: Complaint; onDone: () => void }) {
  const { id, userid, dialog_id, dialog_name, msg_id, msg_userid, msg_text, type, reason, handled_by } = complaint;
  const [by, author, handler] = [useUser(userid), useUser(msg_userid), useUser(handled_by)];
  const names = {
    name: by?.nickname ?? `#${userid}`,
    author: author?.nickname ?? `#${msg_userid}`,
    place: dialog_name || t('complaint.direct'),
  };
  const kind = NAMES.get(type) ?? 'something_else';
  const remove = async () => {
    const isSure = await askFirst({
      title: t('complaint.delete'),
      text: t('complaint.delete_ask'),
      action: t('complaint.delete'),
      isDangerous: true,
    });
    if (isSure && (await deleteComplaint(id))) onDone();
  };
  return (
    <li className={classes.row}>
      <Group gap="xs" wrap="nowrap">
        <UserAvatar user={by} size={24} />
        <Text fw={600} size="sm" className={classes.words ?? ''}>
          {t(msg_userid > 0 ? 'complaint.by' : 'complaint.by_dialog', names)}
        </Text>
        <Badge variant="light" ml="auto" style={{ flex: 'none' }}>
          {t(`complaint.type_${kind}`)}
        </Badge>
      </Group>
      <Text className={classes.words ?? ''}>{reason}</Text>
      {msg_text && (
        <Blockquote p="xs" m={0}>
          <Text size="sm" lineClamp={6} className={classes.words ?? ''}>
            {msg_text}
          </Text>
        </Blockquote>
      )}
      {complaint.pictures.length > 0 && (
        <ul className={classes.pictures} aria-label={t('complaint.pictures')}>
          {complaint.pictures.map((picture) => (
            <Picture key={picture.token} picture={picture} />
          ))}
        </ul>
      )}
      <Group gap="sm">
        <Text size="xs" c="dimmed">
          {complaint.handled_at
            ? t('complaint.handled_by', { name: handler?.nickname ?? '', time: fullTime(complaint.handled_at) })
            : fullTime(complaint.created_at)}
        </Text>
        <Group gap="xs" ml="auto">
          {msg_id > 0 && dialog_name && (
            <Button
              component={Link}
              to={`/manage/messenger?dialog=${dialog_id}&msg=${msg_id}`}
              size="compact-sm"
              variant="subtle"
            >
              {t('action.open')}
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" color="red" onClick={() => void remove()}>
            {t('complaint.delete')}
          </Button>
          {complaint.status === 0 && (
            <Button size="compact-sm" onClick={() => void handleComplaint(id).then((isDone) => isDone && onDone())}>
              {t('complaint.handle')}
            </Button>
          )}
        </Group>
      </Group>
    </li>
  );
}

/** A picture sent with a report; a click opens it in full size in a new tab. */
function Picture({ picture }: { picture: ComplaintPicture }) {
  const [thumb, whole] = [useFileAddress(picture.thumb || picture.url), useFileAddress(picture.url)];
  return (
    <li>
      <a href={whole} target="_blank" rel="noreferrer">
        <img src={thumb} alt={picture.name} loading="lazy" className={classes.picture} />
      </a>
    </li>
  );
}
