import { languages } from '@atrium/i18n/languages.ts';
import { Button, Group, NativeSelect, SegmentedControl, useMantineColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { language, switchLanguage, t } from '#sync/language.ts';
import { ScreenHeader } from '#ui/layout/ScreenHeader.tsx';
import { askFirst } from '#ui/overlays/ask.ts';
import { NoticeStack } from '#ui/overlays/NoticeStack.tsx';
import { notify } from '#ui/overlays/notices.ts';
import { ProblemModal } from '#ui/overlays/ProblemModal.tsx';
import { showProblem } from '#ui/overlays/problem.ts';
import { QuestionModal } from '#ui/overlays/QuestionModal.tsx';
import { EXAMPLES } from './examples.tsx';
import classes from './Gallery.module.css';

/** Every shared widget with its purpose, in both themes and nine languages. */
export function Gallery() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <main className={classes.page}>
      <ScreenHeader title="Widgets">
        <NativeSelect
          aria-label={t('settings.language')}
          value={language}
          data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
          onChange={(event) => switchLanguage(event.currentTarget.value as typeof language)}
        />
        <SegmentedControl
          aria-label={t('settings.theme')}
          value={colorScheme}
          onChange={(value) => setColorScheme(value as typeof colorScheme)}
          data={(['auto', 'light', 'dark'] as const).map((value) => ({ value, label: t(`theme.${value}`) }))}
        />
      </ScreenHeader>
      <div className={classes.list}>
        {EXAMPLES.map(({ name, text, Example }) => (
          <Card key={name} name={name} text={text}>
            <Example />
          </Card>
        ))}
        <Card name="notify, askFirst, showProblem" text="A notice that disappears, a confirmation, an error.">
          <Group>
            <Button variant="default" onClick={() => notify(t('settings.saved'))}>
              notify
            </Button>
            <Button
              variant="default"
              onClick={() => void askFirst({ title: 'askFirst', text: t('session.over'), action: t('action.save') })}
            >
              askFirst
            </Button>
            <Button variant="default" onClick={() => showProblem(t('error.request'))}>
              showProblem
            </Button>
          </Group>
        </Card>
      </div>
      <QuestionModal cancelLabel={t('action.cancel')} />
      <ProblemModal title={t('problem.title')} closeLabel={t('action.close')} />
      <NoticeStack closeLabel={t('action.close')} />
    </main>
  );
}

function Card({ name, text, children }: { name: string; text: string; children: ReactNode }) {
  return (
    <section className={classes.card} aria-label={name}>
      <h2 className={classes.name}>{name}</h2>
      <p className={classes.text}>{text}</p>
      {children}
    </section>
  );
}
