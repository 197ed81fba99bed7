import { Badge, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { scopeName } from './scopes.ts';

interface Props {
  scopes: readonly string[];
  /** Further content before the badges. */
  children?: ReactNode;
}

/** The permissions of a token or an application. Long names wrap, because nobody should have to guess their end. */
export function ScopeBadges({ scopes, children }: Props) {
  return (
    <Group gap={4} my={4}>
      {children}
      {scopes.map((scope) => (
        <Badge key={scope} variant="light" tt="none" h="auto" mih={20} styles={{ label: { whiteSpace: 'normal' } }}>
          {scopeName(scope)}
        </Badge>
      ))}
    </Group>
  );
}
