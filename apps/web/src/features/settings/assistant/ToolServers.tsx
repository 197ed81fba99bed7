import type { AssistantCommon, ToolServer } from '@atrium/contract/chat/assistantSettings.ts';
import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type SubmitEvent, useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { PasswordField } from '#entities/form/PasswordField.tsx';
import { t } from '#sync/language.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { checkServer, removeServer, saveServer } from './assistant.actions.ts';
import { Problem } from './Problem.tsx';
import { useSave } from './useSave.ts';

interface Props {
  setting: AssistantCommon;
  onSaved: (setting: AssistantCommon) => void;
}

/** Servers whose tools assistants may use. */
export function ToolServers({ setting, onSaved }: Props) {
  const [editing, setEditing] = useState<Partial<ToolServer> | null>(null);
  const [tools, setTools] = useState<{ id: number; names: readonly string[] } | null>(null);
  const { problem, isBusy, run } = useSave();
  const remove = async ({ id, name }: ToolServer) => {
    const action = t('assistant.server_remove');
    if (await askFirst({ title: action, text: t('assistant.server_remove_ask', { name }), action })) {
      await run(async () => onSaved(await removeServer(id)));
    }
  };
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('assistant.servers_hint')}
      </Text>
      {setting.servers.map((server) => (
        <div key={server.id}>
          <Group gap="xs" wrap="nowrap">
            <Text size="sm" flex={1} truncate>
              <b>{server.name}</b> {server.url}
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              loading={isBusy}
              onClick={() =>
                void run(async () => setTools({ id: server.id, names: (await checkServer(server.id)).tools }), '')
              }
            >
              {t('assistant.check')}
            </Button>
            <ActionIcon aria-label={`${t('action.edit')}: ${server.name}`} onClick={() => setEditing(server)}>
              <IconPencil size={16} stroke={1.75} />
            </ActionIcon>
            <ActionIcon
              aria-label={`${t('assistant.server_remove')}: ${server.name}`}
              onClick={() => void remove(server)}
            >
              <IconTrash size={16} stroke={1.75} />
            </ActionIcon>
          </Group>
          {tools?.id === server.id && (
            <Text size="xs" c="dimmed" role="status" style={{ overflowWrap: 'anywhere' }}>
              {t('assistant.server_tools', { number: tools.names.length, names: tools.names.join(', ') })}
            </Text>
          )}
        </div>
      ))}
      <Problem text={problem} />
      <Group>
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconPlus size={16} stroke={1.75} />}
          onClick={() => setEditing({})}
        >
          {t('assistant.server_add')}
        </Button>
      </Group>
      {editing && (
        <ServerModal
          server={editing}
          onClose={() => setEditing(null)}
          onSaved={(saved) => {
            setEditing(null);
            onSaved(saved);
          }}
        />
      )}
    </Stack>
  );
}

interface ServerProps {
  server: Partial<ToolServer>;
  onSaved: (setting: AssistantCommon) => void;
  onClose: () => void;
}
function ServerModal({ server, onSaved, onClose }: ServerProps) {
  const [name, setName] = useState(server.name ?? '');
  const [url, setUrl] = useState(server.url ?? '');
  const [key, setKey] = useState('');
  const { problem, isBusy, run } = useSave();
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const input = { name: name.trim(), url: url.trim(), ...(server.id && { id: server.id }), ...(key && { key }) };
    void run(async () => onSaved(await saveServer(input)));
  };
  return (
    <Modal opened onClose={onClose} title={t(server.id ? 'assistant.server_edit' : 'assistant.server_add')} size={440}>
      <form onSubmit={save}>
        <Stack gap="md">
          <TextInput
            data-autofocus
            required
            label={t('assistant.server_name')}
            maxLength={40}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            required
            label={t('assistant.address')}
            placeholder="https://example.org/mcp"
            maxLength={500}
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
          <PasswordField
            label={t('assistant.server_key')}
            placeholder={server.has_key ? t('assistant.key_kept') : ''}
            autoComplete="off"
            maxLength={500}
            value={key}
            onChange={(event) => setKey(event.currentTarget.value)}
          />
          <FormEnd problem={problem} loading={isBusy} onCancel={onClose} disabled={!name.trim() || !url.trim()}>
            {t('action.save')}
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}
