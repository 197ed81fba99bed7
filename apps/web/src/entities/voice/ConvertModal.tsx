import { type Language, languages } from '@atrium/i18n/languages.ts';
import { Button, Group, Loader, Select, Stack, Textarea } from '@mantine/core';
import { IconRefresh, IconSend2 } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { PlainButton } from '#ui/PlainButton.tsx';
import classes from './Convert.module.css';
import type { Recording } from './recorder.ts';

export type Convert = (recorded: Recording, translate?: Language) => Promise<string>;

interface Props {
  recorded: Recording;
  convert: Convert;
  /** True to offer languages other than the spoken one. */
  isTranslating: boolean;
  onText: (text: string) => void;
  onVoice: (recorded: Recording) => void;
  onClose: () => void;
}

/** `working`: the transcript is loading; `done`: the text is there; `failed`: a click retries. */
type Status = { is: 'working' } | { is: 'done' } | { is: 'failed'; problem: string };

const SPOKEN = 'spoken';

/** A recording's transcript for checking: sent as text, or as the voice message. */
export function ConvertModal({ recorded, convert, isTranslating, onText, onVoice, onClose }: Props) {
  const isNarrow = useIsNarrow();
  const [status, setStatus] = useState<Status>({ is: 'working' });
  const [text, setText] = useState('');
  const [language, setLanguage] = useState<Language | typeof SPOKEN>(SPOKEN);
  const [attempt, setAttempt] = useState(0);
  const [isChoosing, setIsChoosing] = useState(false);
  // This effect runs again for each attempt.
  useEffect(() => {
    let isCurrent = true;
    setStatus({ is: 'working' });
    convert(recorded, language === SPOKEN ? undefined : language).then(
      (words) => {
        if (!isCurrent) return;
        setText(words);
        setStatus({ is: 'done' });
      },
      (error: unknown) => isCurrent && setStatus({ is: 'failed', problem: wordsOf(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [recorded, convert, language, attempt]);
  return (
    <Modal opened onClose={onClose} title={t('record.to_text')} size={480} fullScreen={isNarrow}>
      <Stack gap="md">
        {isTranslating && (
          <Select
            label={t('record.language')}
            allowDeselect={false}
            value={language}
            data={[
              { value: SPOKEN, label: t('record.as_spoken') },
              ...Object.entries(languages).map(([value, label]) => ({ value, label })),
            ]}
            onChange={(value) => setLanguage(value as Language)}
            onDropdownOpen={() => setIsChoosing(true)}
            onDropdownClose={() => setIsChoosing(false)}
          />
        )}
        {status.is === 'working' && (
          <div className={classes.result} role="status">
            <Loader size="sm" /> {t('record.converting')}
          </div>
        )}
        {status.is === 'failed' && (
          <PlainButton className={classes.result} data-failed onClick={() => setAttempt(attempt + 1)}>
            <IconRefresh size={18} stroke={1.75} aria-hidden="true" /> {status.problem}
          </PlainButton>
        )}
        {status.is === 'done' && (
          <Textarea
            // The button takes no focus while a list of languages is open, which that would close.
            autoFocus={!isChoosing}
            autosize
            minRows={4}
            maxRows={12}
            aria-label={t('record.text')}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end" gap="sm" grow={isNarrow}>
          {!isNarrow && (
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
          )}
          <Button variant="default" onClick={() => onVoice(recorded)}>
            {t('record.send_voice')}
          </Button>
          <Button
            leftSection={<IconSend2 size={16} stroke={1.75} />}
            disabled={status.is !== 'done' || text.trim() === ''}
            onClick={() => onText(text.trim())}
          >
            {t('record.send_text')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
