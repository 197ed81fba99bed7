import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';
import { type DoneWork, workOfDevice } from './deviceWork.ts';

interface Props {
  isDone: boolean;
  onDone: (work: DoneWork) => void;
}

/** The way around the picture for people who cannot see it: the device computes for a few seconds. */
export function DeviceCheck({ isDone, onDone }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const run = () => {
    if (isBusy) return;
    setBusy(true);
    setProblem('');
    workOfDevice()
      .then(onDone, (error: unknown) => setProblem(wordsOf(error)))
      .finally(() => setBusy(false));
  };
  return (
    <div>
      {!isDone && (
        <Anchor component="button" type="button" size="sm" aria-disabled={isBusy} onClick={run}>
          {t('signin.no_picture')}
        </Anchor>
      )}
      <Text size="sm" c={problem ? 'red' : 'dimmed'} role="status">
        {problem || (isDone ? t('signin.device_done') : isBusy ? t('signin.device_busy') : '')}
      </Text>
    </div>
  );
}
