import { Paper, Stack, Text, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Problem } from '#entities/form/Problem.tsx';
import { Logo } from '#ui/Logo.tsx';
import classes from './SignInScreen.module.css';
import { askBrand, closed } from './signin.actions.ts';

interface Props {
  title: string;
  text?: ReactNode;
  problem?: string;
  onSubmit?: () => Promise<void>;
  /** Gets the names of the fields that are empty or malformed, on every submit; while there are any, nothing is sent. */
  onInvalid?: (names: string[]) => void;
  children: ReactNode;
}

/** The card of a step that comes before the workspace opens, such as signing in. */
export function SignInCard({ title, text, problem = '', onSubmit, onInvalid, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [{ name, logo }, setBrand] = useState(closed);
  useEffect(() => void askBrand().then(setBrand), []);
  // The new step gets the focus: without this it would fall to the page, and the step would not be read out.
  useEffect(() => {
    if (!document.activeElement || document.activeElement === document.body) heading.current?.focus();
  }, [title]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = [...event.currentTarget.elements].filter((each) => each instanceof HTMLInputElement);
    const invalid = fields.filter((each) => !each.checkValidity());
    onInvalid?.(invalid.map(({ name }) => name));
    if (invalid[0]) return invalid[0].focus();
    void onSubmit?.();
  };
  return (
    <main className={classes.page}>
      <Paper component="form" className={classes.card} withBorder noValidate onSubmit={submit}>
        <Stack gap="md">
          <div className={classes.brand}>
            <Logo size={36} src={logo} />
            <Text fw={600} size="lg">
              {name}
            </Text>
          </div>
          <div>
            <Title order={1} ref={heading} tabIndex={-1} className={classes.heading}>
              {title}
            </Title>
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
