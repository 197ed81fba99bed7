import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { open, serve } from '#testing/stage.tsx';
import { QuestionModal } from '#ui/overlays/QuestionModal.tsx';
import { WebDavSettings } from './WebDavSettings.tsx';

const status = (more = {}) => ({
  ...{ open: 'open', url: 'https://work.example/dav/', credentials: 5, days: 365, file_mb: 1024, copied: 1000 },
  ...more,
});
const credential = (id: number, name: string, expired_at: string) => ({
  ...{ id, name, public_id: `dav-${id}`, expired_at, used_at: null, used_ip: '', created_at: '2026-01-01 00:00:00' },
});

test('an app password is made and shown once, with the user name that belongs to it', async () => {
  const server = serve({
    'file/dav/status': status(),
    'file/dav/credentials': { list: [] },
    'file/dav/conflicts': { list: [] },
    'file/dav/create': { ...credential(3, 'Laptop', '2099-01-01 00:00:00'), password: 'atrium_dav_secret' },
  });
  const { screen, user } = await open(<WebDavSettings />);
  await screen.findByText('https://work.example/dav/');
  await user.click(screen.getByRole('button', { name: 'New app password' }));
  await user.type(await screen.findByRole('textbox', { name: 'Device' }), 'Laptop');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await screen.findByText('atrium_dav_secret');
  expect(screen.getByText('dav-3')).toBeTruthy();
  expect(server.inputsOf('file/dav/create')).toEqual([{ name: 'Laptop', expire_days: 90 }]);
});

test('one in use is revoked, an ended one is deleted, and equal names are changed', async () => {
  const items = [
    { id: 7, type: 'folder', shown: 'Plan.txt' },
    { id: 8, type: 'txt', shown: 'Plan [#8].txt' },
  ];
  const server = serve({
    'file/dav/status': status(),
    'file/dav/credentials': {
      list: [credential(1, 'Laptop', '2099-01-01 00:00:00'), credential(2, 'Old', '2020-01-01 00:00:00')],
    },
    'file/dav/conflicts': { list: [{ pid: 0, folder: '', name: 'Plan.txt', items }] },
    'file/dav/revoke': {},
    'file/dav/delete': {},
    'file/dav/conflictrename': { id: 8, name: 'Plan (2).txt' },
  });
  const { screen, user } = await open(
    <>
      <WebDavSettings />
      <QuestionModal cancelLabel="Cancel" />
    </>,
  );
  await user.click(await screen.findByRole('button', { name: 'Revoke app password: Laptop' }));
  await user.click(await screen.findByRole('button', { name: 'Revoke app password' }));
  await waitFor(() => expect(server.inputsOf('file/dav/revoke')).toEqual([{ id: 1 }]));
  await user.click(screen.getByRole('button', { name: 'Delete app password: Old' }));
  await user.click(await screen.findByRole('button', { name: 'Delete app password' }));
  await waitFor(() => expect(server.inputsOf('file/dav/delete')).toEqual([{ id: 2 }]));
  // The oldest keeps its name.
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  await waitFor(() => expect(server.inputsOf('file/dav/conflictrename')).toEqual([{ id: 8 }]));
});

test('where it is turned off, nothing is offered', async () => {
  serve({
    'file/dav/status': status({ open: 'close' }),
    'file/dav/credentials': { list: [] },
    'file/dav/conflicts': { list: [] },
  });
  const { screen } = await open(<WebDavSettings />);
  await screen.findByText('WebDAV is turned off in this workspace.');
  expect(screen.queryByRole('button')).toBeNull();
});
