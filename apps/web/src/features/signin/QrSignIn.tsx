import { Alert, Anchor, Stack, Text, Title } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { encode } from 'uqr';
import { t } from '#sync/language.ts';
import { addressOf, askForPerson, makeCode } from './qr.actions.ts';
import classes from './SignInScreen.module.css';

const ASK_MS = 2000;
/** A code that was on a screen for long may have been photographed. */
const RENEW_MS = 3 * 60_000;

interface Props {
  onDone: () => void;
  onPassword: () => void;
}

/** Shows a code that a signed-in device confirms, and waits for it. */
export function QrSignIn({ onDone, onPassword }: Props) {
  const [code, setCode] = useState(makeCode);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    let isWanted = true;
    let timer = 0;
    const ask = async () => {
      const answer = await askForPerson(code);
      if (!isWanted) return;
      if (answer === 'in') return onDone();
      setProblem(answer === 'waiting' ? '' : answer.words);
      timer = window.setTimeout(() => void ask(), ASK_MS);
    };
    timer = window.setTimeout(() => void ask(), ASK_MS);
    const renewal = setTimeout(() => setCode(makeCode()), RENEW_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
      clearTimeout(renewal);
    };
  }, [code, onDone]);
  return (
    <Stack align="center" gap="md">
      <Title order={1} ta="center">
        {t('signin.qr')}
      </Title>
      <QrPicture text={addressOf(code)} />
      <Text c="dimmed" size="sm" ta="center">
        {t('qr.text')}
      </Text>
      {problem && (
        <Alert role="alert" color="red" variant="light">
          {problem}
        </Alert>
      )}
      <Anchor component="button" type="button" size="sm" onClick={onPassword}>
        {t('qr.password')}
      </Anchor>
    </Stack>
  );
}

/** Dark on light in both themes, for cameras. */
function QrPicture({ text }: { text: string }) {
  const { size, path } = useMemo(() => {
    const { data } = encode(text, { ecc: 'M', border: 2 });
    const dots = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size: data.length, path: dots.join('') };
  }, [text]);
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={t('qr.picture')}
      data-address={text}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
