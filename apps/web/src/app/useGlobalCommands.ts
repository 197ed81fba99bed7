import { useMantineColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { client, endSession } from '#sync/session.ts';
import type { Command } from '#ui/commands.ts';
import { globalCommands } from './commands.ts';
import { useOverlays } from './overlays.ts';

export function useGlobalCommands(): Command[] {
  const navigate = useNavigate();
  const open = useOverlays((state) => state.open);
  const { setColorScheme } = useMantineColorScheme();
  const isAdmin = client.user?.identity.includes('admin') ?? false;
  return useMemo(
    () =>
      globalCommands({
        goTo: (path) => void navigate(path),
        open,
        setTheme: setColorScheme,
        signOut: () => void endSession(),
        isAdmin,
      }),
    [navigate, open, setColorScheme, isAdmin],
  );
}
