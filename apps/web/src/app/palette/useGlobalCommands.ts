import { useMantineColorScheme } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useOverlays } from '#app/overlays/overlays.ts';
import { projectHere } from '#app/routing/history.ts';
import { mayMeet } from '#entities/meeting/meeting.ts';
import { mayAddProjects } from '#entities/project/mayAddProjects.ts';
import { client, endSession } from '#sync/session.ts';
import type { Command } from '#ui/keys/commands.ts';
import { useCustomKeys } from '#ui/keys/keys.ts';
import { globalCommands } from './commands.ts';

export function useGlobalCommands(): Command[] {
  const navigate = useNavigate();
  const open = useOverlays((state) => state.open);
  const { setColorScheme } = useMantineColorScheme();
  // The function is in a ref, because Mantine returns a new one each time, which must not recreate thirty commands.
  const setTheme = useRef(setColorScheme);
  useEffect(() => {
    setTheme.current = setColorScheme;
  });
  const wishes = useCustomKeys((state) => state.wishes);
  const isAdmin = client.user?.identity.includes('admin') ?? false;
  const mayAdd = mayAddProjects();
  const isMeetingOpen = mayMeet();
  const hasCheckin = client.setting?.checkin === 'open';
  return useMemo(
    () =>
      globalCommands({
        goTo: (path) => void navigate(path),
        open,
        setTheme: (scheme) => setTheme.current(scheme),
        signOut: () => void endSession(),
        isAdmin,
        mayAddProjects: mayAdd,
        mayMeet: isMeetingOpen,
        hasCheckin,
        projectHere,
      }).map((command) => withCustomKey(command, wishes[command.id])),
    [navigate, open, isAdmin, mayAdd, isMeetingOpen, hasCheckin, wishes],
  );
}

const withCustomKey = ({ keys, alsoKeys, ...command }: Command, wish?: string): Command => ({
  ...command,
  ...(wish === undefined ? { keys, alsoKeys } : wish && { keys: wish }),
});
