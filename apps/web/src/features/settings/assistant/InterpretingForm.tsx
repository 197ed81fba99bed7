import type { AssistantCommon } from '@atrium/contract/chat/assistantSettings.ts';
import { Button, Group, Select, Stack, Switch, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { PasswordField } from '#entities/form/PasswordField.tsx';
import { t } from '#sync/language.ts';
import { saveCommon } from './assistant.actions.ts';
import { Problem } from './Problem.tsx';
import { useSave } from './useSave.ts';

interface Props {
  setting: AssistantCommon;
  onSaved: (setting: AssistantCommon) => void;
}

/** The services that transcribe voice messages and translate texts. Keys are write-only. */
export function InterpretingForm({ setting, onSaved }: Props) {
  const [voice, setVoice] = useState(setting.voice);
  const [voiceUrl, setVoiceUrl] = useState(setting.voice_url);
  const [voiceModel, setVoiceModel] = useState(setting.voice_model);
  const [voiceKey, setVoiceKey] = useState('');
  const [translation, setTranslation] = useState(setting.translation);
  const [translationUrl, setTranslationUrl] = useState(setting.translation_url);
  const [translationKey, setTranslationKey] = useState('');
  const { problem, isBusy, run } = useSave();
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const input = {
      voice,
      voice_url: voiceUrl,
      voice_model: voiceModel,
      ...(voiceKey && { voice_key: voiceKey }),
      translation,
      translation_url: translationUrl,
      ...(translationKey && { translation_key: translationKey }),
    };
    void run(async () => onSaved(await saveCommon(input)));
  };
  const forget = (key: 'voice_key' | 'translation_key') =>
    void run(async () => onSaved(await saveCommon({ [key]: '' })));
  return (
    <form onSubmit={save}>
      <Stack gap="sm">
        <Switch
          label={t('assistant.voice')}
          description={t('assistant.voice_hint')}
          checked={voice === 'open'}
          onChange={(event) => setVoice(event.currentTarget.checked ? 'open' : 'close')}
        />
        {voice === 'open' && (
          <>
            <TextInput
              label={t('assistant.address')}
              placeholder="http://127.0.0.1:8080/v1"
              required
              maxLength={500}
              value={voiceUrl}
              onChange={(event) => setVoiceUrl(event.currentTarget.value)}
            />
            <TextInput
              label={t('assistant.voice_model')}
              maxLength={200}
              value={voiceModel}
              onChange={(event) => setVoiceModel(event.currentTarget.value)}
            />
            <PasswordField
              label={t('assistant.key')}
              placeholder={setting.has_voice_key ? t('assistant.key_kept') : ''}
              autoComplete="off"
              maxLength={500}
              value={voiceKey}
              onChange={(event) => setVoiceKey(event.currentTarget.value)}
            />
          </>
        )}
        <Select
          label={t('assistant.translation')}
          data={[
            { value: 'close', label: t('assistant.translation_off') },
            { value: 'assistant', label: t('assistant.translation_assistant') },
            { value: 'server', label: t('assistant.translation_server') },
          ]}
          value={translation}
          allowDeselect={false}
          onChange={(value) => setTranslation((value ?? 'close') as AssistantCommon['translation'])}
        />
        {translation === 'server' && (
          <>
            <TextInput
              label={t('assistant.address')}
              placeholder="http://127.0.0.1:5000"
              required
              maxLength={500}
              value={translationUrl}
              onChange={(event) => setTranslationUrl(event.currentTarget.value)}
            />
            <PasswordField
              label={t('assistant.key')}
              placeholder={setting.has_translation_key ? t('assistant.key_kept') : ''}
              autoComplete="off"
              maxLength={500}
              value={translationKey}
              onChange={(event) => setTranslationKey(event.currentTarget.value)}
            />
          </>
        )}
        <Problem text={problem} />
        <Group justify="flex-end">
          {setting.has_voice_key && (
            <Button variant="subtle" color="red" onClick={() => forget('voice_key')}>
              {t('assistant.forget_voice')}
            </Button>
          )}
          {setting.has_translation_key && (
            <Button variant="subtle" color="red" onClick={() => forget('translation_key')}>
              {t('assistant.forget_translation')}
            </Button>
          )}
          <Button type="submit" loading={isBusy}>
            {t('action.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
