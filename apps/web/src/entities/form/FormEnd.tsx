import { Button, type ButtonProps, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '#sync/language.ts';

interface Props extends Pick<ButtonProps, 'loading' | 'disabled' | 'color'> {
  /** What the server refused, in its words. */
  problem?: string;
  onCancel: () => void;
  /** Without it the button sends the form around it. */
  onClick?: () => void;
  /** What the button says. */
  children: ReactNode;
}

/** The end of a form in a modal: what went wrong, the way out, and the deed. */
export function FormEnd({ problem, onCancel, onClick, children, ...button }: Props) {
  return (
    <>
      {problem && (
        <Text size="sm" c="red" role="alert">
          {problem}
        </Text>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {t('action.cancel')}
        </Button>
        <Button {...(onClick ? { onClick } : { type: 'submit' })} {...button}>
          {children}
        </Button>
      </Group>
    </>
  );
}
