import { Group, Pill } from '@mantine/core';
import { useUsers } from './useUsers.ts';

interface Props {
  userids: readonly number[];
  fixed: readonly number[];
  onRemove: (userid: number) => void;
}

/** Chosen people, each with a remove button. */
export function PickedPeople({ userids, fixed, onRemove }: Props) {
  const people = useUsers(userids);
  return (
    <Group gap={6} mah={84} style={{ overflowY: 'auto' }}>
      {userids.map((userid, index) => (
        <Pill key={userid} withRemoveButton={!fixed.includes(userid)} onRemove={() => onRemove(userid)}>
          {people[index]?.nickname ?? '…'}
        </Pill>
      ))}
    </Group>
  );
}
