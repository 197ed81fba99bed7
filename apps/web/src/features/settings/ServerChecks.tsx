import { Button, Group, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { sizeWords } from '#entities/message/fileShown.ts';
import { locale, t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import classes from './EditedList.module.css';
import { checkMail, checkStorage } from './system.actions.ts';

/** Whether what the server needs from outside itself is there, tried out on a click. */
export function ServerChecks() {
  return (
    <div className={classes.page}>
      <MailCheck />
      <StorageCheck />
    </div>
  );
}

interface Outcome {
  words: string;
  isGood: boolean;
}

function useCheck(run: () => Promise<string>) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isBusy, setBusy] = useState(false);
  const start = async () => {
    setBusy(true);
    setOutcome(null);
    try {
      setOutcome({ words: await run(), isGood: true });
    } catch (error) {
      setOutcome({ words: error instanceof Error ? error.message : String(error), isGood: false });
    }
    setBusy(false);
  };
  return { outcome, isBusy, start };
}

function Check({ title, hint, outcome, children }: CheckProps) {
  return (
    <section className={classes.check} aria-label={title}>
      <Title order={2} size="h4">
        {title}
      </Title>
      <Text c="dimmed">{hint}</Text>
      {children}
      {outcome && (
        <Text role={outcome.isGood ? 'status' : 'alert'} c={outcome.isGood ? 'green' : 'red'}>
          {outcome.words}
        </Text>
      )}
    </section>
  );
}
interface CheckProps {
  title: string;
  hint: string;
  outcome: Outcome | null;
  children: ReactNode;
}

function MailCheck() {
  const [to, setTo] = useState(client.user?.email ?? '');
  const { outcome, isBusy, start } = useCheck(async () => {
    await checkMail(to);
    return t('check.mail_done', { email: to });
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void start();
  };
  return (
    <Check title={t('check.mail')} hint={t('check.mail_hint')} outcome={outcome}>
      <form onSubmit={submit}>
        <Group align="flex-end" gap="xs">
          <TextInput
            className={classes.wide ?? ''}
            type="email"
            label={t('field.email')}
            required
            withAsterisk={false}
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={isBusy}>
            {t('check.mail_send')}
          </Button>
        </Group>
      </form>
    </Check>
  );
}

function StorageCheck() {
  const { outcome, isBusy, start } = useCheck(async () => {
    const { folder, free } = await checkStorage();
    return t('check.storage_done', { folder, free: sizeWords(free, locale) });
  });
  return (
    <Check title={t('check.storage')} hint={t('check.storage_hint')} outcome={outcome}>
      <Group>
        <Button variant="default" loading={isBusy} onClick={() => void start()}>
          {t('check.storage_run')}
        </Button>
      </Group>
    </Check>
  );
}
