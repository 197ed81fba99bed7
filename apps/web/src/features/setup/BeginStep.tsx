import { Button, Group } from '@mantine/core';
import {
  IconChevronRight,
  IconFileImport,
  IconLayoutDashboard,
  IconTemplate,
  IconUsersGroup,
} from '@tabler/icons-react';
import { Problem } from '#entities/form/Problem.tsx';
import { SampleProgress } from '#entities/workspace/samples/SampleProgress.tsx';
import { useSamples } from '#entities/workspace/samples/useSamples.ts';
import { t } from '#sync/language.ts';
import classes from './Setup.module.css';
import type { StepProps } from './StepEnd.tsx';

interface Props extends StepProps {
  onNewProject: () => void;
  onImport: () => void;
}

/** The choice of the workspace's first content. */
export function BeginStep({ onNewProject, onImport, onNext, onBack }: Props) {
  const { samples, problem, isBusy, add } = useSamples();
  const state = samples?.state;
  const isMoving = (state === 'adding' || state === 'removing') && !samples?.is_failed;
  const ways = [
    { id: 'project', icon: IconTemplate, run: onNewProject },
    { id: 'import', icon: IconFileImport, run: onImport },
    { id: 'samples', icon: IconUsersGroup, run: state === 'there' ? onNext : () => void add() },
    { id: 'look', icon: IconLayoutDashboard, run: onNext },
  ] as const;
  return (
    <>
      <ul className={classes.ways}>
        {ways.map(({ id, icon: Icon, run }) => (
          <li key={id}>
            <button
              type="button"
              className={classes.way}
              disabled={id === 'samples' && (isMoving || isBusy)}
              onClick={run}
            >
              <Icon size={24} stroke={1.5} aria-hidden />
              <span>
                <strong>{t(`setup.${id}`)}</strong>
                <small>{t(id === 'samples' && state === 'there' ? 'setup.samples_there' : `setup.${id}_text`)}</small>
              </span>
              <IconChevronRight size={18} stroke={1.75} aria-hidden />
            </button>
            {id === 'samples' && samples && isMoving && <SampleProgress samples={samples} />}
            {id === 'samples' && <Problem words={samples?.is_failed ? t('samples.failed') : problem} />}
          </li>
        ))}
      </ul>
      {onBack && (
        <Group mt="lg">
          <Button variant="default" onClick={onBack}>
            {t('action.back')}
          </Button>
        </Group>
      )}
    </>
  );
}
