import type { MadeInvitation } from '@atrium/contract/people/invitations.ts';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { CopyLine } from '#entities/form/CopyLine.tsx';
import { t } from '#sync/language.ts';

interface Props {
  made: readonly Pick<MadeInvitation, 'id' | 'email' | 'url'>[];
  /** The addresses that were not invited, as text. */
  leftOut?: string | undefined;
  canMail: boolean;
  onDone: () => void;
}

/** The links of new invitations, which are shown once. */
export function MadeInvitations({ made, leftOut = '', canMail, onDone }: Props) {
  const isMailed = canMail && made.some(({ email }) => email !== '');
  return (
    <Stack gap="md">
      {leftOut && (
        <Alert role="alert" variant="light" color="yellow" style={{ overflowWrap: 'anywhere' }}>
          {leftOut}
        </Alert>
      )}
      <Text>{t(isMailed ? 'invitation.made_mailed' : 'invitation.made_link', { count: made.length })}</Text>
      {made.map(({ id, email, url }) => (
        <div key={id}>
          {email && (
            <Text size="sm" fw={500} mb={4}>
              {email}
            </Text>
          )}
          <CopyLine id={`invitation-${id}`} label={email || t('invitation.by_link')} hint="" words={url} />
        </div>
      ))}
      <Group justify="flex-end">
        <Button onClick={onDone}>{t('action.done')}</Button>
      </Group>
    </Stack>
  );
}
