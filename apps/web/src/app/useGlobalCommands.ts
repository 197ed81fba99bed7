import { useMantineColorScheme } from '@mantine/core';
import { useMemo } from 'react';
import { useMatch, useNavigate } from 'react-router';
import { mayAddProjects } from '#entities/project/mayAdd.ts';
import { client, endSession } from '#sync/session.ts';
import type { Command } from '#ui/commands.ts';
import { useKeyWishes } from '#ui/keys.ts';
import { globalCommands } from './commands.ts';
import { useOverlays } from './overlays.ts';

export function useGlobalCommands(): Command[] {
  const navigate = useNavigate();
  const open = useOverlays((state) => state.open);
  const { setColorScheme } = useMantineColorScheme();
  const wishes = useKeyWishes((state) => state.wishes);
  const projectId = Number(useMatch('/manage/project/:projectId')?.params.projectId) || 0;
  const isAdmin = client.user?.identity.includes('admin') ?? false;
  const mayAdd = mayAddProjects();
  return useMemo(
    () =>
      globalCommands({
        goTo: (path) => void navigate(path),
        open,
        setTheme: setColorScheme,
        signOut: () => void endSession(),
        isAdmin,
        mayAddProjects: mayAdd,
        projectId,
      }).map((command) => wished(command, wishes[command.id])),
    [navigate, open, setColorScheme, isAdmin, mayAdd, projectId, wishes],
  );
}

const wished = ({ keys, alsoKeys, ...command }: Command, wish?: string): Command => ({
  ...command,
  ...(wish === undefined ? { keys, alsoKeys } : wish && { keys: wish }),
});
