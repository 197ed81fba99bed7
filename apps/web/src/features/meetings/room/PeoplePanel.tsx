import type { LobbyPerson, MeetingPerson, RoomControl } from '@atrium/contract/chat/meetingRoom.ts';
import { ActionIcon, Button, Menu, Switch, Text } from '@mantine/core';
import {
  IconCrown,
  IconDots,
  IconHandOff,
  IconHandStop,
  IconMicrophone,
  IconMicrophoneOff,
  IconSpeakerphone,
  IconUserMinus,
  IconUserStar,
  IconX,
} from '@tabler/icons-react';
import { useStore } from 'zustand';
import { t } from '#sync/language.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import type { MeetRoom } from '../connection/room.ts';
import classes from '../Meetings.module.css';
import { Face, nameOf } from './Tile.tsx';

/** The participants and the people in the lobby, raised hands first, with the controls of a host. */
export function PeoplePanel({ room, onClose }: { room: MeetRoom; onClose: () => void }) {
  const { people, lobby, rules } = useStore(room.view);
  const { me } = room;
  const isModerator = me?.isModerator === true;
  const sorted = people.toSorted((a, b) => rank(a) - rank(b));
  return (
    <aside className={classes.panel} aria-label={t('meeting.present')}>
      <header className={classes.panelHead}>
        <strong>{t('meeting.people_count', { number: people.length })}</strong>
        <ActionIcon aria-label={t('action.close')} onClick={onClose}>
          <IconX size={18} stroke={1.75} />
        </ActionIcon>
      </header>
      {isModerator && lobby.length > 0 && <Lobby room={room} lobby={lobby} />}
      {isModerator && (
        <div className={classes.rules}>
          <Switch
            size="xs"
            label={t('meeting.lock')}
            checked={rules.isLocked}
            onChange={(event) => room.say({ type: 'room', isLocked: event.currentTarget.checked })}
          />
          <Switch
            size="xs"
            label={t('meeting.lobby')}
            checked={rules.hasLobby}
            onChange={(event) => room.say({ type: 'room', hasLobby: event.currentTarget.checked })}
          />
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => room.say({ type: 'control', action: 'mute', uid: 0 })}
          >
            {t('meeting.mute_all')}
          </Button>
        </div>
      )}
      <ul className={classes.people}>
        {sorted.map((person) => (
          <Row key={person.uid} room={room} person={person} me={me} spotlight={rules.spotlight} />
        ))}
      </ul>
    </aside>
  );
}
const rank = ({ hand }: MeetingPerson) => hand || Number.MAX_SAFE_INTEGER;

function Lobby({ room, lobby }: { room: MeetRoom; lobby: readonly LobbyPerson[] }) {
  const admit = (uid: number, isIn: boolean) => room.say({ type: 'admit', uid, isIn });
  return (
    <section className={classes.lobby} aria-label={t('meeting.waiting_guests')}>
      <Text size="sm" fw={500}>
        {t('meeting.waiting_guests')}
      </Text>
      <ul className={classes.people}>
        {lobby.map(({ uid, nickname }) => (
          <li key={uid} className={classes.person}>
            <bdi className="truncate">{nickname}</bdi>
            <Button
              size="compact-xs"
              aria-label={t('meeting.admit_name', { name: nickname })}
              onClick={() => admit(uid, true)}
            >
              {t('meeting.admit')}
            </Button>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={t('meeting.refuse_name', { name: nickname })}
              onClick={() => admit(uid, false)}
            >
              {t('meeting.refuse')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  room: MeetRoom;
  person: MeetingPerson;
  me: MeetingPerson | undefined;
  spotlight: number;
}
function Row({ room, person, me, spotlight }: RowProps) {
  const isOwn = person.uid === room.entry.uid;
  const name = nameOf(person, isOwn);
  return (
    <li className={classes.person}>
      <Face person={person} size={32} />
      <span className={classes.personName}>
        <bdi className="truncate">{name}</bdi>
        {person.role === 'host' && <small>{t('meeting.role_host')}</small>}
        {person.role === 'cohost' && <small>{t('meeting.role_cohost')}</small>}
      </span>
      {person.hand > 0 && <IconHandStop size={16} stroke={1.75} aria-label={t('meeting.has_hand')} />}
      {!person.audio && <IconMicrophoneOff size={16} stroke={1.75} aria-label={t('meeting.is_muted')} />}
      {me?.isModerator && !isOwn && <RowActions {...{ room, person, me, spotlight, name }} />}
    </li>
  );
}

function RowActions({ room, person, me, spotlight, name }: RowProps & { me: MeetingPerson; name: string }) {
  const { uid, role, audio, hand } = person;
  const control = (action: RoomControl, at = uid) => room.say({ type: 'control', action, uid: at });
  const remove = async () => {
    if (
      await askFirst({
        title: t('meeting.remove_title', { name }),
        text: t('meeting.remove_text'),
        action: t('meeting.remove'),
        isDangerous: true,
      })
    ) {
      control('remove');
    }
  };
  return (
    <Menu position="bottom-end" zIndex={300}>
      <Menu.Target>
        <ActionIcon aria-label={t('meeting.actions', { name })}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={audio ? <IconMicrophoneOff size={16} /> : <IconMicrophone size={16} />}
          onClick={() => control(audio ? 'mute' : 'unmute')}
        >
          {t(audio ? 'meeting.mute_person' : 'meeting.ask_unmute')}
        </Menu.Item>
        {hand > 0 && (
          <Menu.Item leftSection={<IconHandOff size={16} />} onClick={() => control('lower')}>
            {t('meeting.lower_person')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconSpeakerphone size={16} />}
          onClick={() => control('spotlight', spotlight === uid ? 0 : uid)}
        >
          {t(spotlight === uid ? 'meeting.unspotlight' : 'meeting.spotlight')}
        </Menu.Item>
        {me.role === 'host' && (role === 'member' || role === 'cohost') && (
          <Menu.Item
            leftSection={role === 'cohost' ? <IconCrown size={16} /> : <IconUserStar size={16} />}
            onClick={() => control(role === 'cohost' ? 'member' : 'cohost')}
          >
            {t(role === 'cohost' ? 'meeting.uncohost' : 'meeting.cohost')}
          </Menu.Item>
        )}
        {role !== 'host' && (
          <Menu.Item color="red" leftSection={<IconUserMinus size={16} />} onClick={() => void remove()}>
            {t('meeting.remove')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
