import type { Command } from '@atrium/contract/chat/commands.ts';
import { Badge, Text } from '@mantine/core';
import { IconKey, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { NotYet } from '#entities/form/Problem.tsx';
import { ActionList } from '#features/settings/bots/ActionList.tsx';
import { me } from '#sync/account.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { confirmAndRun } from '#ui/overlays/confirmAndRun.ts';
import { CommandModal } from './CommandModal.tsx';
import { deleteCommand, readCommands, readSecret } from './commands.actions.ts';
import { SecretModal } from './SecretModal.tsx';

type Open = { kind: 'new' } | { kind: 'edit' | 'secret'; command: Command };

/** Custom commands: one's own, and for an administrator those of the workspace. */
export function Commands() {
  const isAdmin = me()?.identity.includes('admin') ?? false;
  const { data, problem, again } = useRequest(() => readCommands(isAdmin));
  const [open, setOpen] = useState<Open | null>(null);
  if (!data) return <NotYet problem={problem} />;
  const close = () => setOpen(null);
  const done = () => {
    close();
    again();
  };
  const remove = async (command: Command) => {
    const question = { title: t('commands.delete'), text: t('commands.delete_text', { word: command.word }) };
    if (await confirmAndRun(question, () => deleteCommand(command.id))) again();
  };
  const actions = (command: Command) =>
    [
      { label: t('commands.secret'), icon: IconKey, run: () => setOpen({ kind: 'secret', command }) },
      { label: t('commands.edit'), icon: IconPencil, run: () => setOpen({ kind: 'edit', command }) },
      { label: t('commands.delete'), icon: IconTrash, run: () => void remove(command) },
    ] as const;
  return (
    <>
      <Text c="dimmed">{t('commands.hint')}</Text>
      <ActionList
        items={data}
        none={t('commands.none')}
        nameOf={(command) => command.word}
        renderAbout={(command) => (
          <>
            <Text fw={600} truncate>
              /{command.word}{' '}
              <Text span c="dimmed" fw={400}>
                {command.hint}
              </Text>
            </Text>
            <Text size="sm" c="dimmed" truncate>
              {command.about || command.url}
            </Text>
            {command.for_all && (
              <Badge variant="light" color="gray" size="sm">
                {t('commands.shared')}
              </Badge>
            )}
            {command.problem && (
              <Text size="sm" c="red">
                {t('commands.problem', { problem: command.problem })}
              </Text>
            )}
          </>
        )}
        actions={actions}
        add={{ label: t('commands.add'), run: () => setOpen({ kind: 'new' }) }}
      />
      {open?.kind === 'new' && <CommandModal command={undefined} isAdmin={isAdmin} onClose={close} onDone={done} />}
      {open?.kind === 'edit' && <CommandModal command={open.command} isAdmin={isAdmin} onClose={close} onDone={done} />}
      {open?.kind === 'secret' && (
        <SecretModal
          title={`/${open.command.word}`}
          read={(renew) => readSecret(open.command.id, renew)}
          onClose={close}
        />
      )}
    </>
  );
}
