import { Button, Group, Text } from '@mantine/core';
import { UserAvatar } from '#entities/user/UserAvatar.tsx';
import { useUser } from '#entities/user/useUsers.ts';
import { locale, t } from '#sync/language.ts';
import { once } from '#sync/store/once.ts';
import { parseWire } from '#sync/time.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import classes from './BusyModal.module.css';
import { type Busy, useBusy } from './busy.ts';

const moment = once(
  () => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
);
/** More tasks of one person add nothing. */
const SHOWN = 5;

/** Rendered once above the screens: shows who is busy in the time being planned. */
export function BusyModal() {
  const question = useBusy((state) => state.question);
  if (!question) return null;
  const { people, answer } = question;
  return (
    <Modal opened onClose={() => answer(false)} title={t('busy.title')} zIndex={400}>
      <Text size="sm" mb="sm">
        {t('busy.text')}
      </Text>
      {people.map((busy) => (
        <Person key={busy.userid} busy={busy} />
      ))}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => answer(false)}>
          {t('action.cancel')}
        </Button>
        <Button data-autofocus onClick={() => answer(true)}>
          {t('busy.go_on')}
        </Button>
      </Group>
    </Modal>
  );
}

function Person({ busy: { userid, tasks, away } }: { busy: Busy }) {
  const user = useUser(userid);
  return (
    <section className={classes.person} aria-label={user?.nickname}>
      <Group gap={8} wrap="nowrap">
        <UserAvatar user={user} size={24} />
        <Text fw={600} size="sm" truncate>
          {user?.nickname}
        </Text>
      </Group>
      <ul>
        {away.map(({ name, from, to }) => (
          <li key={from}>
            {t('approval.away', { name })}
            <small>{moment().formatRange(parseWire(from), parseWire(to))}</small>
          </li>
        ))}
        {tasks.slice(0, SHOWN).map(({ id, name, project_name, start_at, end_at }) => (
          <li key={id}>
            {name}
            <small>
              {project_name} · {moment().formatRange(parseWire(start_at ?? ''), parseWire(end_at ?? ''))}
            </small>
          </li>
        ))}
        {tasks.length > SHOWN && <li>+{tasks.length - SHOWN}</li>}
      </ul>
    </section>
  );
}
