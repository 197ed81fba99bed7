import { Button, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

interface Props {
  drawing: 'board' | 'chat' | 'people' | 'done' | 'lost';
  /** The title, for an empty page without other content. */
  title?: string;
  text: string;
  action?: { label: string; run: () => void };
  children?: ReactNode;
}

/** Explains an empty place with one sentence and one action, so that there is never a blank pane. */
export function EmptyState({ drawing, title, text, action, children }: Props) {
  return (
    <Stack align="center" justify="center" gap="md" className={classes.box}>
      <svg viewBox="0 0 160 100" className={classes.drawing} aria-hidden="true">
        {DRAWINGS[drawing]}
      </svg>
      {title && (
        <Title order={1} size="h2">
          {title}
        </Title>
      )}
      <Text c="dimmed" ta="center" maw={340}>
        {text}
      </Text>
      {action && (
        <Button variant="light" onClick={action.run}>
          {action.label}
        </Button>
      )}
      {children}
    </Stack>
  );
}

const DRAWINGS: Record<Props['drawing'], ReactNode> = {
  board: (
    <>
      <rect x="14" y="14" width="38" height="72" rx="7" />
      <rect x="61" y="14" width="38" height="52" rx="7" />
      <rect x="108" y="14" width="38" height="62" rx="7" />
      <path d="M22 28h22M22 40h22M69 28h22M116 28h22M116 40h14" />
      <rect className="fill" x="68" y="38" width="24" height="16" rx="4" />
    </>
  ),
  chat: (
    <>
      <path d="M24 20h70a10 10 0 0 1 10 10v22a10 10 0 0 1-10 10H52L36 76V62H24a10 10 0 0 1-10-10V30a10 10 0 0 1 10-10z" />
      <path className="fill" d="M116 40h18a10 10 0 0 1 10 10v18a10 10 0 0 1-10 10h-6v10L116 78H92a10 10 0 0 1-9-6" />
      <path d="M30 36h52M30 47h34" />
    </>
  ),
  people: (
    <>
      <circle cx="60" cy="38" r="16" />
      <path d="M32 84c2-18 14-26 28-26s26 8 28 26" />
      <circle className="fill" cx="106" cy="44" r="12" />
      <path d="M96 66c16-6 30 2 32 18" />
    </>
  ),
  done: (
    <>
      <circle cx="80" cy="50" r="34" />
      <path className="fill" d="M64 51l11 11 22-24" />
      <path d="M28 24l6 6M132 24l-6 6M22 62h9M138 62h-9" />
    </>
  ),
  lost: (
    <>
      <path d="M30 84V44a50 34 0 0 1 100 0v40" />
      <path d="M54 84V50a26 20 0 0 1 52 0v34" />
      <circle className="fill" cx="80" cy="66" r="5" />
      <path d="M20 84h120" />
    </>
  ),
};
