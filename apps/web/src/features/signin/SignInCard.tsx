import { Paper, Stack, Text, Title } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { Problem } from '#entities/form/Problem.tsx';
import { Logo } from '#ui/Logo.tsx';
import classes from './SignInScreen.module.css';

interface Props {
  title: string;
  text?: ReactNode;
  problem?: string;
  onSubmit?: () => Promise<void>;
  children: ReactNode;
}

/** One step before the workspace opens. */
export function SignInCard({ title, text, problem = '', onSubmit, children }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void onSubmit?.();
  };
  return (
    <main className={classes.page}>
      <Paper component="form" className={classes.card} withBorder onSubmit={submit}>
        <Stack gap="md">
          <div className={classes.brand}>
            <Logo size={36} />
            <Text fw={600} size="lg">
              Atrium
            </Text>
          </div>
          <div>
            <Title order={1}>{title}</Title>
            {text && (
              <Text c="dimmed" size="sm" mt={4}>
                {text}
              </Text>
            )}
          </div>
          <Problem words={problem} />
          {children}
        </Stack>
      </Paper>
    </main>
  );
}
