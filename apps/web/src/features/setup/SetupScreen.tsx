import type { MadeInvitation } from '@atrium/contract/people/invitations.ts';
import { Anchor, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { finishSetup, keepStep, readStep, wantTour } from '#entities/workspace/setupProgress.ts';
import { amAdmin } from '#sync/account.ts';
import { t } from '#sync/language.ts';
import { useAccount } from '#sync/store/useClient.ts';
import { usePageTitle } from '#ui/layout/usePageTitle.ts';
import { BeginStep } from './BeginStep.tsx';
import { NotificationsStep } from './NotificationsStep.tsx';
import { PeopleStep } from './PeopleStep.tsx';
import classes from './Setup.module.css';
import { WorkspaceStep } from './WorkspaceStep.tsx';
import { YouStep } from './YouStep.tsx';

const OF_WORKSPACE = ['workspace', 'you', 'people', 'begin'] as const;
/** The steps of a person who joins a workspace that others have set up. */
const OF_PERSON = ['you', 'notifications'] as const;
type Step = (typeof OF_WORKSPACE)[number] | (typeof OF_PERSON)[number];

interface Props {
  /** Leaves for the address `path`. */
  onLeave: (path?: string) => void;
  onNewProject: () => void;
}

/** The first minutes of a workspace and of a person. Each step saves what it asks; all of them can be skipped. */
export function SetupScreen({ onLeave, onNewProject }: Props) {
  useAccount();
  const steps: readonly Step[] = amAdmin() ? OF_WORKSPACE : OF_PERSON;
  const [step, setStep] = useState<Step>(() => steps.find((each) => each === readStep()) ?? steps[0] ?? 'you');
  const [made, setMade] = useState<readonly MadeInvitation[]>([]);
  const index = steps.indexOf(step);
  const title = t(`setup.${step}`);
  usePageTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  // False after the first step: the focus moves to the new step, whose name a screen reader reads.
  const isFirst = useRef(true);
  useEffect(() => {
    keepStep(step);
    if (!isFirst.current) heading.current?.focus();
    isFirst.current = false;
  }, [step]);
  const finish = (path?: string) => {
    finishSetup();
    if (!amAdmin()) wantTour();
    onLeave(path);
  };
  // The set-up counts as finished once people are invited; the rest is a suggestion.
  const leave = () => (made.length > 0 ? finish() : onLeave());
  const next = () => {
    const following = steps[index + 1];
    if (following) setStep(following);
    else finish();
  };
  const previous = steps[index - 1];
  const common = { onNext: next, ...(previous && { onBack: () => setStep(previous) }) };
  return (
    <div className={classes.page}>
      <div className={classes.inner}>
        <header className={classes.head}>
          <ol className={classes.steps} aria-label={t('setup.steps')}>
            {steps.map((each, place) => (
              <li
                key={each}
                data-done={place < index || undefined}
                {...(each === step && { 'aria-current': 'step' as const })}
              >
                {t(`setup.${each}_short`)}
              </li>
            ))}
          </ol>
          <Anchor component="button" type="button" size="sm" onClick={leave}>
            {t('setup.later')}
          </Anchor>
        </header>
        <h1 ref={heading} tabIndex={-1} className={classes.title}>
          {title}
        </h1>
        <Text c="dimmed" mb="lg">
          {t(`setup.${step}_text`)}
        </Text>
        {step === 'workspace' && <WorkspaceStep {...common} />}
        {step === 'you' && <YouStep {...common} />}
        {step === 'people' && <PeopleStep {...common} made={made} onMade={setMade} />}
        {step === 'notifications' && <NotificationsStep {...common} />}
        {step === 'begin' && (
          <BeginStep
            {...common}
            onImport={() => finish('/manage/setting/import')}
            onNewProject={() => {
              finish();
              onNewProject();
            }}
          />
        )}
      </div>
    </div>
  );
}
