import { act } from '@testing-library/react';
import { test, vi } from 'vitest';
import { client } from '#sync/session.ts';
import { open, serve } from '#testing/stage.tsx';
import { useMeetingDates } from './plans.ts';

const shown = { from: new Date('2026-11-23T00:00:00Z'), until: new Date('2026-11-30T00:00:00Z') };

function Dates() {
  return useMeetingDates(shown).map(({ name }) => <p key={name}>{name}</p>);
}

test('an open calendar shows the invitations of others as they arrive', async () => {
  let list = [{ name: 'Launch' }];
  serve({ 'users/meeting/plan/lists': () => ({ list }) });
  const onTopic = vi.spyOn(client, 'onTopic');
  const { screen } = await open(<Dates />);
  await screen.findByText('Launch');
  list = [{ name: 'Launch' }, { name: 'Retrospective' }];
  await act(async () => {
    for (const [listener] of onTopic.mock.calls) listener('meetings', 0);
  });
  await screen.findByText('Retrospective');
});
