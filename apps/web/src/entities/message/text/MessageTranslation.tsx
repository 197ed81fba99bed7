import type { ClientMessage } from '@atrium/client/store/rows.ts';
import { type Language, languages } from '@atrium/i18n/languages.ts';
import { Loader, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconEyeOff, IconRefresh } from '@tabler/icons-react';
import { Suspense, useEffect } from 'react';
import { t } from '#sync/language.ts';
import { DropdownMenu } from '#ui/overlays/Dropdown.tsx';
import { PlainButton } from '#ui/PlainButton.tsx';
import {
  hideTranslation,
  restoreTranslation,
  sourceOf,
  transcribe,
  translateMessage,
  useTranscript,
  useTranslated,
} from './languageServices.ts';
import { MessageText } from './MessageText.tsx';
import classes from './MessageTranslation.module.css';

/** The transcript under a voice message, on request. */
export function Transcript({ message }: { message: ClientMessage }) {
  const asked = useTranscript(message.id);
  const text = sourceOf(message);
  if (text) return <p className={classes.said}>{text}</p>;
  if (!asked) return null;
  if (asked.isAsking) return <Busy label={t('record.converting')} />;
  return <Again problem={asked.problem} onAgain={() => void transcribe(message)} />;
}

/** The translation under a message, for the person who asked. */
export function Translation({ message }: { message: ClientMessage }) {
  const asked = useTranslated(message.id);
  useEffect(() => restoreTranslation(message), [message]);
  if (!asked || asked.source !== sourceOf(message)) return null;
  return (
    <div className={classes.translation}>
      <div className={classes.line}>
        <LanguageMenu message={message} language={asked.language} />
      </div>
      {asked.isAsking && <Busy label={t('translation.busy')} />}
      {asked.problem && <Again problem={asked.problem} onAgain={() => void translateMessage(message)} />}
      {asked.content &&
        (message.msg.type === 'md' ? (
          <Suspense fallback={<Loader size="xs" />}>
            <MessageText text={asked.content} isMarkdown />
          </Suspense>
        ) : (
          <p className={classes.said} lang={asked.language}>
            {asked.content}
          </p>
        ))}
    </div>
  );
}

function LanguageMenu({ message, language }: { message: ClientMessage; language: Language }) {
  return (
    <DropdownMenu
      position="bottom-start"
      button={
        <PlainButton className={classes.language} aria-label={t('translation.into', { language: languages[language] })}>
          {languages[language]}
          <IconChevronDown size={12} stroke={1.75} aria-hidden="true" />
        </PlainButton>
      }
    >
      {(Object.keys(languages) as Language[]).map((each) => (
        <Menu.Item
          key={each}
          lang={each}
          rightSection={each === language && <IconCheck size={14} stroke={1.75} />}
          onClick={() => void translateMessage(message, { language: each })}
        >
          {languages[each]}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconRefresh size={16} />}
        onClick={() => void translateMessage(message, { isAgain: true })}
      >
        {t('translation.again')}
      </Menu.Item>
      <Menu.Item leftSection={<IconEyeOff size={16} />} onClick={() => hideTranslation(message.id)}>
        {t('translation.hide')}
      </Menu.Item>
    </DropdownMenu>
  );
}

const Busy = ({ label }: { label: string }) => (
  <span className={classes.busy} role="status">
    <Loader size={12} /> {label}
  </span>
);

const Again = ({ problem, onAgain }: { problem: string; onAgain: () => void }) => (
  <PlainButton className={classes.problem} onClick={onAgain}>
    <IconRefresh size={14} stroke={1.75} aria-hidden="true" />
    {problem}
  </PlainButton>
);
