import { isLanguage, languages } from '@atrium/i18n/languages.ts';
import { Select, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { OwnPicture } from '#entities/user/OwnPicture.tsx';
import { editProfile } from '#entities/user/profile.actions.ts';
import { deviceZone, ZoneSelect } from '#entities/user/ZoneSelect.tsx';
import { me } from '#sync/account.ts';
import { language, switchLanguage, t } from '#sync/language.ts';
import { StepEnd, type StepProps } from './StepEnd.tsx';

export function YouStep({ onNext, ...step }: StepProps) {
  const [nickname, setNickname] = useState(me()?.nickname_original ?? '');
  const [lang, setLang] = useState<string>(language);
  const [timezone, setZone] = useState(me()?.timezone || deviceZone());
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!nickname.trim()) return setProblem(t('meeting.name_missing'));
    setBusy(true);
    const words = await editProfile({ nickname: nickname.trim(), lang, timezone });
    setBusy(false);
    setProblem(words);
    if (words) return;
    onNext();
    // The page reloads to change its language, and continues at the next step.
    if (isLanguage(lang) && lang !== language) setTimeout(() => switchLanguage(lang));
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <OwnPicture />
        <TextInput
          autoFocus
          label={t('field.nickname')}
          autoComplete="name"
          value={nickname}
          onChange={(event) => setNickname(event.currentTarget.value)}
        />
        <Select<string>
          label={t('settings.language')}
          allowDeselect={false}
          value={lang}
          data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
          onChange={(value) => value && setLang(value)}
        />
        <ZoneSelect label={t('zone.title')} description={t('zone.hint')} value={timezone} onChange={setZone} />
        <StepEnd {...step} onNext={onNext} problem={problem} isBusy={isBusy} />
      </Stack>
    </form>
  );
}
