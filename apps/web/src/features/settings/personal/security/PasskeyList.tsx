import type { Passkey } from '@atrium/contract/people/signIn.ts';
import { Button, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { fullTime } from '#entities/message/time.ts';
import { t } from '#sync/language.ts';
import { canUsePasskeys } from '#sync/webauthn.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { addPasskey, type Factors, removePasskey, renamePasskey } from './security.actions.ts';

interface Props {
  factors: Factors;
  onAdded: (codes: readonly string[]) => void;
  onChanged: () => void;
}

/** Passkeys of an account: named, added and removed. */
export function PasskeyList({ factors, onAdded, onChanged }: Props) {
  const [isAdding, setAdding] = useState(false);
  const canAdd = factors.can_passkey && canUsePasskeys();
  return (
    <Paper withBorder p="md" bg="var(--surface)" component="section" aria-label={t('passkey.title')}>
      <Group wrap="nowrap" align="flex-start">
        <IconFingerprint size={24} stroke={1.5} />
        <div style={{ flex: 1, minWidth: 0 }}>
          <Title order={2} size="h5">
            {t('passkey.title')}
          </Title>
          <Text size="sm" c="dimmed" mb="sm">
            {t(canAdd ? 'passkey.text' : 'passkey.not_here')}
          </Text>
          <Stack gap="xs" role="list">
            {factors.passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} onChanged={onChanged} />
            ))}
          </Stack>
          {canAdd && (
            <Button variant="default" size="sm" mt="xs" onClick={() => setAdding(true)}>
              {t('passkey.add')}
            </Button>
          )}
        </div>
      </Group>
      <Modal opened={isAdding} onClose={() => setAdding(false)} title={t('passkey.add')}>
        <NameForm
          name=""
          action={t('action.continue')}
          onCancel={() => setAdding(false)}
          onSubmit={async (name) => {
            const answer = await addPasskey(name);
            if ('words' in answer) return answer.words || t('passkey.canceled');
            setAdding(false);
            onAdded(answer.codes);
            return '';
          }}
        />
      </Modal>
    </Paper>
  );
}

function PasskeyRow({ passkey, onChanged }: { passkey: Passkey; onChanged: () => void }) {
  const [isNaming, setNaming] = useState(false);
  const remove = async () => {
    const isSure = await askFirst({
      title: t('passkey.remove'),
      text: t('passkey.remove_ask', { name: passkey.name }),
      action: t('passkey.remove'),
      isDangerous: true,
    });
    if (isSure && (await removePasskey(passkey.id))) onChanged();
  };
  return (
    <Group role="listitem" justify="space-between" wrap="nowrap">
      <div style={{ minWidth: 0 }}>
        <Text fw={500} truncate>
          {passkey.name}
        </Text>
        <Text size="xs" c="dimmed">
          {passkey.used_at
            ? t('passkey.used', { time: fullTime(passkey.used_at) })
            : t('passkey.added', { time: fullTime(passkey.created_at) })}
        </Text>
      </div>
      <Group gap={4} wrap="nowrap">
        <Button variant="subtle" size="compact-sm" onClick={() => setNaming(true)}>
          {t('action.rename')}
        </Button>
        <Button variant="subtle" color="red" size="compact-sm" onClick={() => void remove()}>
          {t('passkey.remove')}
        </Button>
      </Group>
      <Modal opened={isNaming} onClose={() => setNaming(false)} title={t('action.rename')}>
        <NameForm
          name={passkey.name}
          action={t('action.save')}
          onCancel={() => setNaming(false)}
          onSubmit={async (name) => {
            if (await renamePasskey({ id: passkey.id, name })) {
              setNaming(false);
              onChanged();
            }
            return '';
          }}
        />
      </Modal>
    </Group>
  );
}

interface NameProps {
  name: string;
  action: string;
  onCancel: () => void;
  /** Returns the error. */
  onSubmit: (name: string) => Promise<string>;
}
function NameForm({ name: kept, action, onCancel, onSubmit }: NameProps) {
  const [name, setName] = useState(kept);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(await onSubmit(name.trim()));
    setBusy(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <TextInput
          label={t('passkey.name')}
          placeholder={t('passkey.name_example')}
          required
          withAsterisk={false}
          maxLength={100}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <FormEnd problem={problem} onCancel={onCancel} loading={isBusy}>
          {action}
        </FormEnd>
      </Stack>
    </form>
  );
}
