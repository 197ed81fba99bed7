import type { VendorSetting } from '@atrium/contract/chat/assistants.ts';
import { Button, Group, NumberInput, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { PasswordField } from '#entities/form/PasswordField.tsx';
import { t } from '#sync/language.ts';
import { useStoredInput } from '#sync/store/useStoredInput.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';
import { AccessField } from './AccessField.tsx';
import { askAssistant, saveAssistant } from './assistant.actions.ts';

interface Props {
  setting: VendorSetting;
  onSaved: (list: readonly VendorSetting[]) => void;
}

/** One assistant. Its key is write-only: an empty field keeps the stored one. */
export function VendorForm({ setting, onSaved }: Props) {
  const { vendor, has_key, is_ready } = setting;
  const [key, setKey] = useState('');
  const [address, setAddress] = useState(setting.base_url);
  const [model, setModel] = useState(setting.model);
  const [temperature, setTemperature] = useState(setting.temperature);
  // Long texts are stored while they are edited; the key never is.
  const [texts, setTexts, done] = useStoredInput(`assistant_${vendor}`, {
    models: setting.models.join('\n'),
    system: setting.system,
  });
  const { models, system } = texts;
  const [access, setAccess] = useState(setting.access);
  const [userids, setUserids] = useState<number[]>(setting.userids);
  const [problem, setProblem] = useState('');
  const [outcome, setOutcome] = useState('');
  const [busy, setBusy] = useState<'save' | 'check' | 'forget' | null>(null);
  const names = [...new Set(models.split('\n').map((line) => line.split('|')[0]?.trim() ?? ''))].filter(Boolean);
  const chosen = names.includes(model) ? model : (names[0] ?? '');

  const run = async (what: NonNullable<typeof busy>, act: () => Promise<void>) => {
    setBusy(what);
    setProblem('');
    setOutcome('');
    try {
      await act();
    } catch (error) {
      setProblem(wordsOf(error));
    }
    setBusy(null);
  };
  const fields = { vendor, base_url: address, models, model: chosen, temperature, system, access, userids };
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    void run('save', async () => {
      const saved = await saveAssistant({ ...fields, ...(key && { key }) });
      done();
      onSaved(saved);
      notify(t('settings.saved'));
    });
  };
  return (
    <form onSubmit={save}>
      <Stack gap="sm">
        <PasswordField
          label={t('assistant.key')}
          placeholder={has_key ? t('assistant.key_kept') : ''}
          autoComplete="off"
          maxLength={500}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        />
        <TextInput
          label={t('assistant.address')}
          description={vendor === 'ollama' ? t('assistant.address_local') : undefined}
          maxLength={500}
          value={address}
          onChange={(event) => setAddress(event.currentTarget.value)}
        />
        <Textarea
          label={t('assistant.models')}
          description={t('assistant.models_hint')}
          autosize
          minRows={2}
          maxRows={8}
          value={models}
          onChange={(event) => setTexts({ ...texts, models: event.currentTarget.value })}
        />
        <Group grow align="flex-end">
          <Select
            label={t('assistant.model')}
            data={names}
            value={chosen || null}
            disabled={names.length === 0}
            allowDeselect={false}
            onChange={(value) => setModel(value ?? '')}
          />
          <NumberInput
            label={t('assistant.temperature')}
            min={0}
            max={1}
            step={0.1}
            decimalScale={1}
            clampBehavior="strict"
            value={temperature}
            onChange={(value) => setTemperature(typeof value === 'number' ? value : setting.temperature)}
          />
        </Group>
        <Textarea
          label={t('assistant.system')}
          description={t('assistant.system_hint')}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={20_000}
          value={system}
          onChange={(event) => setTexts({ ...texts, system: event.currentTarget.value })}
        />
        <AccessField access={access} userids={userids} onAccess={setAccess} onUserids={setUserids} />
        {problem && (
          <Text size="sm" c="red" role="alert">
            {problem}
          </Text>
        )}
        {outcome && (
          <Text size="sm" c="green" role="status">
            {outcome}
          </Text>
        )}
        <Group justify="flex-end">
          {has_key && (
            <Button
              variant="subtle"
              color="red"
              mr="auto"
              loading={busy === 'forget'}
              onClick={() => void run('forget', async () => onSaved(await saveAssistant({ vendor, key: '' })))}
            >
              {t('assistant.forget')}
            </Button>
          )}
          {is_ready && (
            <Button
              variant="default"
              loading={busy === 'check'}
              onClick={() =>
                void run('check', async () => {
                  const { answer, ms } = await askAssistant(vendor);
                  setOutcome(t('assistant.answered', { answer, ms }));
                })
              }
            >
              {t('assistant.check')}
            </Button>
          )}
          <Button type="submit" loading={busy === 'save'}>
            {t('action.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
