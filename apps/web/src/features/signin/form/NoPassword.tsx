import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { askWays, type SignInWays } from '#features/signin/sso.actions.ts';
import { locale, t } from '#sync/language.ts';

/** Tells a new person, who chooses no password, how they sign in later. */
export function NoPassword() {
  const [ways, setWays] = useState<SignInWays | null>(null);
  useEffect(() => void askWays().then(setWays), []);
  if (!ways) return null;
  const names = new Intl.ListFormat(locale, { type: 'disjunction' }).format(ways.providers.map(({ name }) => name));
  return (
    <Text size="sm">{names ? t('invitation.no_password', { names }) : t('invitation.no_password_directory')}</Text>
  );
}
