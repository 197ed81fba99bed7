import { Loader } from '@mantine/core';
import { Suspense } from 'react';
import { MessageText } from '#entities/message/text/MessageText.tsx';
import { t } from '#sync/language.ts';
import classes from './AssistantDraft.module.css';

/** A draft that an assistant has written, before a person uses it. */
export const AssistantDraft = ({ text }: { text: string }) => (
  <section className={classes.box} aria-label={t('ai.result')} aria-live="polite">
    <Suspense fallback={<Loader size="xs" />}>
      <MessageText text={text} isMarkdown />
    </Suspense>
  </section>
);
