import { Button, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { openPublicLink } from '#entities/drive/drive.actions.ts';
import { t } from '#sync/language.ts';
import { isRefusal, wordsOf } from '#sync/words.ts';
import { LoadingPlaceholder } from '#ui/layout/LoadingPlaceholder.tsx';
import { EmptyState } from '#ui/lists/EmptyState.tsx';

/**
 * Opens a public link that has a password or a limit: asks for the password if there is one. `onOpen` gets what takes
 * the place of the code.
 */
export function LinkGate({ code, onOpen }: { code: string; onOpen: (handle: string) => void }) {
  const [isAsking, setAsking] = useState(false);
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState('');
  const [problem, setProblem] = useState('');
  const [isUsed, setUsed] = useState(false);
  const [tries, setTries] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const begun = useRef('');
  useEffect(() => {
    // Each attempt is sent once, because the server counts how often a link is opened.
    const attempt = `${code} ${tries}`;
    if (begun.current === attempt) return;
    begun.current = attempt;
    openPublicLink(code).then(onOpen, (error: unknown) => {
      if (isRefusal(error, 'drive.link_password')) setAsking(true);
      else {
        setUsed(isRefusal(error, 'drive.link_used'));
        setProblem(wordsOf(error));
      }
    });
  }, [code, onOpen, tries]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || password === '') return field.current?.focus();
    setBusy(true);
    setWrong('');
    try {
      onOpen(await openPublicLink(code, password));
    } catch (error) {
      if (isRefusal(error, 'drive.link_used')) {
        setUsed(true);
        return setProblem(wordsOf(error));
      }
      setWrong(wordsOf(error));
      field.current?.select();
    } finally {
      setBusy(false);
    }
  };
  if (problem) {
    const again = () => {
      setProblem('');
      setTries(tries + 1);
    };
    const action = isUsed ? {} : { action: { label: t('action.retry'), run: again } };
    return <EmptyState drawing="lost" text={problem} {...action} />;
  }
  if (!isAsking) return <LoadingPlaceholder label={t('state.loading')} />;
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md" maw={360} w="100%" mx="auto" mt="12vh" p="md">
        <IconLock size={32} stroke={1.5} aria-hidden />
        <div>
          <Title order={1} size="h2">
            {t('drive.link_ask')}
          </Title>
          <Text c="dimmed" mt={4}>
            {t('drive.link_ask_hint')}
          </Text>
        </div>
        <PasswordInput
          ref={field}
          autoFocus
          label={t('drive.link_password')}
          autoComplete="off"
          maxLength={256}
          value={password}
          error={wrong}
          aria-invalid={wrong !== ''}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" loading={isBusy}>
          {t('drive.link_unlock')}
        </Button>
      </Stack>
    </form>
  );
}
