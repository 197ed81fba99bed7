import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { t } from '#sync/language.ts';
import { notify } from '#ui/overlays/notices.ts';
import classes from './Security.module.css';

interface Props {
  codes: readonly string[];
  onDone: () => void;
}

/** Shows the codes, which are shown only once. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const words = useRef<HTMLDivElement>(null);
  // The focus moves here, because the form before had it.
  useEffect(() => words.current?.focus(), []);
  const text = `${codes.join('\n')}\n`;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => notify(t('action.copied')),
      () => notify(text),
    );
  const href = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`;
  return (
    <Stack gap="md">
      <Alert ref={words} tabIndex={-1} data-autofocus variant="light" color="orange">
        {t('factor.codes_text')}
      </Alert>
      <SimpleGrid
        cols={{ base: 1, xs: 2 }}
        spacing="xs"
        className={classes.codes ?? ''}
        role="list"
        aria-label={t('factor.codes')}
      >
        {codes.map((code) => (
          <Text key={code} role="listitem" ff="monospace">
            {code}
          </Text>
        ))}
      </SimpleGrid>
      <Group justify="space-between">
        <Group gap="xs">
          <Button variant="default" onClick={() => void copy()}>
            {t('action.copy')}
          </Button>
          <Button variant="default" component="a" href={href} download="recovery-codes.txt">
            {t('action.download')}
          </Button>
        </Group>
        <Button onClick={onDone}>{t('factor.codes_kept')}</Button>
      </Group>
    </Stack>
  );
}
