import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import { Problem } from '#entities/form/Problem.tsx';
import { beginPortTest, isOpen, type MediaPath, type PortTest as Test, waysOf } from '#entities/meeting/portTest.ts';
import { t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';

type Outcome = 'trying' | 'open' | 'closed';

/** Tries from this browser whether audio and video of meetings get through, by each way that the server offers. */
export function PortTest() {
  const [test, setTest] = useState<Test | null>(null);
  const [outcomes, setOutcomes] = useState<ReadonlyMap<MediaPath, Outcome>>(new Map());
  const [problem, setProblem] = useState('');
  const isTrying = [...outcomes.values()].includes('trying');
  const run = async () => {
    setProblem('');
    setOutcomes(new Map());
    try {
      const begun = await beginPortTest();
      setTest(begun);
      const ways = waysOf(begun);
      setOutcomes(new Map(ways.map((way) => [way, 'trying'])));
      await Promise.all(
        ways.map(async (way) => {
          const outcome = (await isOpen(way, begun)) ? 'open' : 'closed';
          setOutcomes((before) => new Map(before).set(way, outcome));
        }),
      );
    } catch (error) {
      setProblem(wordsOf(error));
    }
  };
  return (
    <Stack gap="xs" component="section" aria-label={t('meeting.test')}>
      <Text fw={600}>{t('meeting.test')}</Text>
      <Text size="sm" c="dimmed">
        {t('meeting.test_about')}
      </Text>
      <Group>
        <Button variant="default" onClick={() => void run()} loading={isTrying}>
          {t('meeting.test_run')}
        </Button>
      </Group>
      <Problem words={problem} />
      <Stack gap="xs" role="status">
        {test && [...outcomes].map(([way, outcome]) => <Line key={way} way={way} outcome={outcome} test={test} />)}
      </Stack>
    </Stack>
  );
}

function nameOf(way: MediaPath, test: Test): string {
  if (way === 'server') return test.server;
  return way === 'relay' ? t('meeting.test_relay') : `${way.toUpperCase()} ${test[way] || ''}`.trim();
}

function Line({ way, outcome, test }: { way: MediaPath; outcome: Outcome; test: Test }) {
  const name = nameOf(way, test);
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      {outcome === 'trying' && <Loader size={18} aria-label={t('meeting.test_trying')} />}
      {outcome === 'open' && <IconCircleCheck size={20} color="var(--mantine-color-green-text)" aria-hidden />}
      {outcome === 'closed' && <IconCircleX size={20} color="var(--mantine-color-red-text)" aria-hidden />}
      <Stack gap={0}>
        <Text>{t('meeting.test_line', { way: name, outcome: t(`meeting.test_${outcome}`) })}</Text>
        {outcome === 'closed' && (
          <Text size="sm" c="dimmed">
            {t(`meeting.test_${way}_closed`, { port: name })}
          </Text>
        )}
      </Stack>
    </Group>
  );
}
