import type { ClientDialog } from '@atrium/client/store/rows.ts';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { UserPicker } from '#entities/user/UserPicker.tsx';
import { t } from '#sync/language.ts';
import { isComposing } from '#ui/keys/composing.ts';
import { addPeople, handOverGroup, removePerson, setDeputy } from './dialog.actions.ts';
import { GroupPicture } from './GroupPicture.tsx';
import { MemberRow } from './MemberRow.tsx';
import { mayFindMembers } from './rules.ts';
import { DEPUTY, useGroupMembers } from './useGroupMembers.ts';

interface Props {
  dialog: ClientDialog;
  onClose: () => void;
  onPerson: (userid: number) => void;
}

/** The members of a group, and the actions of its owner. */
export function GroupMembers({ dialog, onClose, onPerson }: Props) {
  const group = useGroupMembers(dialog, onClose);
  const { me, shown, isOwner, isDeputy } = group;
  const [isAdding, setAdding] = useState(false);
  const [isHandingOver, setHandingOver] = useState(false);
  return (
    <>
      <Stack gap="md">
        {(isOwner || isDeputy) && <GroupPicture dialog={dialog} />}
        {isOwner || isDeputy ? (
          <TextInput
            label={t('group.name')}
            value={group.draft ?? dialog.name}
            maxLength={100}
            onChange={(event) => group.setDraft(event.currentTarget.value)}
            onBlur={() => void group.rename()}
            onKeyDown={(event) => event.key === 'Enter' && !isComposing(event) && void group.rename()}
          />
        ) : (
          <Text fw={600}>{dialog.name}</Text>
        )}
        {dialog.group_type === 'user' && (
          <Group grow>
            {isOwner ? (
              <>
                <Button size="compact-md" variant="default" onClick={() => setHandingOver(true)}>
                  {t('group.transfer')}
                </Button>
                <Button size="compact-md" color="red" variant="light" onClick={() => void group.disband()}>
                  {t('group.disband')}
                </Button>
              </>
            ) : (
              group.mayLeave && (
                <Button size="compact-md" color="red" variant="light" onClick={() => void group.leave()}>
                  {t('group.leave')}
                </Button>
              )
            )}
          </Group>
        )}
        <Group justify="space-between">
          <Text size="sm" fw={600} c="dimmed">
            {t('dialog.people', { count: dialog.people })}
          </Text>
          {group.mayAdd && (
            <Button
              size="compact-sm"
              variant="light"
              leftSection={<IconUserPlus size={16} />}
              onClick={() => setAdding(true)}
            >
              {t('group.add')}
            </Button>
          )}
        </Group>
        {mayFindMembers(dialog, me) && (
          <TextInput
            aria-label={t('contacts.search')}
            placeholder={t('contacts.search')}
            leftSection={<IconSearch size={16} stroke={1.75} />}
            value={group.words}
            onChange={(event) => group.setWords(event.currentTarget.value)}
          />
        )}
        <Stack gap={2}>
          {shown.length === 0 && group.words && <Text c="dimmed">{t('contacts.none')}</Text>}
          {shown.map((member) => (
            <MemberRow
              key={member.userid}
              userid={member.userid}
              isOwner={member.userid === dialog.owner_id}
              isDeputy={member.role === DEPUTY}
              onOpen={() => onPerson(member.userid)}
              {...(group.mayRemove(member) && { onRemove: () => void removePerson(dialog.id, member.userid) })}
              {...(isOwner &&
                member.userid !== me &&
                !member.bot && {
                  onDeputy: () => void setDeputy(dialog.id, member.userid, member.role !== DEPUTY),
                })}
            />
          ))}
        </Stack>
      </Stack>
      {isHandingOver && (
        <UserPicker
          title={t('group.transfer')}
          disabled={[me]}
          max={1}
          onClose={() => setHandingOver(false)}
          onDone={([userid]) => {
            setHandingOver(false);
            if (userid) void handOverGroup(dialog.id, userid);
          }}
        />
      )}
      {isAdding && (
        <UserPicker
          title={t('group.add')}
          disabled={group.members.map((member) => member.userid)}
          max={100}
          withBots
          onClose={() => setAdding(false)}
          onDone={(userids) => {
            setAdding(false);
            if (userids.length > 0) void addPeople(dialog.id, userids);
          }}
        />
      )}
    </>
  );
}
