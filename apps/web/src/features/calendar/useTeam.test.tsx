import type { UserBasic } from '@atrium/contract/people/users.ts';
import { beforeEach, expect, test } from 'vitest';
import { client } from '#sync/session.ts';
import { parseWire } from '#sync/time.ts';
import { open, serve } from '#testing/stage.tsx';
import { TeamBar } from './TeamBar.tsx';
import { useTeam, useTeamTimes } from './useTeam.ts';

const shown = { from: parseWire('2030-03-04 00:00:00'), until: parseWire('2030-03-11 00:00:00') };
function Team() {
  const [team, setTeam] = useTeam();
  const times = useTeamTimes(team, shown);
  return (
    <>
      <TeamBar team={team} onChange={setTeam} onChoose={() => setTeam([2])} />
      {times.map(({ title }) => (
        <p key={title}>{title}</p>
      ))}
    </>
  );
}

let server: ReturnType<typeof serve>;
beforeEach(() => {
  localStorage.removeItem('calendar.team');
  const busy = (kind: string, hour: number) => ({
    ...{ userid: 2, kind },
    start_at: `2030-03-04 ${hour}:00:00`,
    end_at: `2030-03-04 ${hour + 1}:00:00`,
  });
  const { kind: _, userid: __, ...seen } = busy('task', 14);
  server = serve({
    'users/meeting/busy': { list: [busy('meeting', 10), busy('task', 12), busy('task', 14), busy('away', 16)] },
    'project/task/easylists': { data: [{ id: 9, name: 'Row', ...seen, task_user: [{ userid: 2, owner: 1 }] }] },
  });
  client.store.base.user.put({ userid: 2, nickname: 'Bo', userimg: '' } as unknown as UserBasic);
});

test('a colleague’s times have a name only where one may see it; the choice is remembered', async () => {
  const first = await open(<Team />);
  expect(server.asked).toEqual([]);
  await first.user.click(first.screen.getByRole('button', { name: 'Choose colleagues' }));
  await first.screen.findByText('Bo · Row');
  first.screen.getByText('Bo · Meeting');
  first.screen.getByText('Bo · Busy');
  expect(server.inputsOf('users/meeting/busy')).toEqual([
    { userids: [2], from: '2030-03-04 00:00:00', until: '2030-03-11 00:00:00' },
  ]);
  first.unmount();
  const { screen, user } = await open(<Team />);
  await user.click(await screen.findByRole('button', { name: 'Hide Bo' }));
  expect(screen.queryByText('Bo · Row')).toBeNull();
  expect(localStorage.getItem('calendar.team')).toBe('[]');
});
