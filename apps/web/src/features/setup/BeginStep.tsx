import { Button, Group } from '@mantine/core';
import { IconChevronRight, IconFileImport, IconLayoutDashboard, IconTemplate } from '@tabler/icons-react';
import { t } from '#sync/language.ts';
import classes from './Setup.module.css';
import type { StepProps } from './StepEnd.tsx';

interface Props extends StepProps {
  onNewProject: () => void;
  onImport: () => void;
}

/** What the workspace begins with. */
export function BeginStep({ onNewProject, onImport, onNext, onBack }: Props) {
  const ways = [
    { id: 'project', icon: IconTemplate, run: onNewProject },
    { id: 'import', icon: IconFileImport, run: onImport },
    { id: 'look', icon: IconLayoutDashboard, run: onNext },
  ] as const;
  return (
    <>
      <ul className={classes.ways}>
        {ways.map(({ id, icon: Icon, run }) => (
          <li key={id}>
            <button type="button" className={classes.way} onClick={run}>
              <Icon size={24} stroke={1.5} aria-hidden />
              <span>
                <strong>{t(`setup.${id}`)}</strong>
                <small>{t(`setup.${id}_text`)}</small>
              </span>
              <IconChevronRight size={18} stroke={1.75} aria-hidden />
            </button>
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
