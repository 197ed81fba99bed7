import { Button, type ButtonProps, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '#sync/language.ts';

interface Props extends Pick<ButtonProps, 'loading' | 'disabled' | 'color'> {
  /** The server's error. */
  problem?: string;
  onCancel: () => void;
  /** The action of the button; by default it submits its form. */
  onClick?: () => void;
  /** The button's text. */
  children: ReactNode;
}

/** The end of a form in a modal: the error, Cancel, and the action. */
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
