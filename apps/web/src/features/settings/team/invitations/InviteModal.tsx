import type { Department } from '@atrium/contract/people/departments.ts';
import type { Invitation, MadeInvitation } from '@atrium/contract/people/invitations.ts';
import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconLink, IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { NotYet } from '#entities/form/Problem.tsx';
import { fullTime } from '#entities/message/time.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { askFirst } from '#ui/overlays/ask.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { InviteForm } from './InviteForm.tsx';
import { listInvitations, renewInvitation, revokeInvitation } from './invitations.actions.ts';
import { MadeInvitations } from './MadeInvitations.tsx';

interface Props {
  departments: readonly Department[];
  onClose: () => void;
}

type Step =
  | { kind: 'list' }
  | { kind: 'form' }
  | { kind: 'made'; made: readonly Pick<MadeInvitation, 'id' | 'email' | 'url'>[]; leftOut?: string | undefined };

/** Invitations: the invited people, new invitations, and their links. */
export function InviteModal({ departments, onClose }: Props) {
  const isNarrow = useIsNarrow();
  const { data, problem, again } = useRequest(listInvitations);
  const [chosen, setStep] = useState<Step | null>(null);
  const back = () => {
    setStep({ kind: 'list' });
    again();
  };
  // The form opens at once if there is no invitation.
  const step = chosen ?? { kind: data?.list.length === 0 ? 'form' : 'list' };
  return (
    <Modal opened onClose={onClose} title={t('invitation.title')} size="lg" fullScreen={isNarrow}>
      {!data ? (
        <NotYet problem={problem} />
      ) : step.kind === 'form' ? (
        <InviteForm
          departments={departments}
          canMail={data.can_mail}
          onCancel={data.list.length === 0 ? onClose : back}
          onDone={(made, leftOut) => setStep({ kind: 'made', made, leftOut })}
        />
      ) : step.kind === 'made' ? (
        <MadeInvitations made={step.made} leftOut={step.leftOut} canMail={data.can_mail} onDone={back} />
      ) : (
        <Stack gap="md">
          <Group justify="flex-end">
            <Button data-autofocus autoFocus onClick={() => setStep({ kind: 'form' })}>
              {t('invitation.new')}
            </Button>
          </Group>
          <Stack gap="sm" role="list">
            {data.list.map((each) => (
              <InvitationRow
                key={each.id}
                invitation={each}
                onChanged={again}
                onLink={(url) => setStep({ kind: 'made', made: [{ id: each.id, email: each.email, url }] })}
              />
            ))}
          </Stack>
        </Stack>
      )}
    </Modal>
  );
}

const COLORS = { open: 'accent', used: 'green', expired: 'gray', revoked: 'gray' } as const;

function InvitationRow({
  invitation,
  onChanged,
  onLink,
}: {
  invitation: Invitation;
  onChanged: () => void;
  onLink: (url: string) => void;
}) {
  const { id, email, role, state, used, max_uses, expired_at, projects, is_mailed, mail_error } = invitation;
  const Icon = email ? IconMail : IconLink;
  const canRenew = state === 'open' || state === 'expired';
  const renew = async () => {
    const url = await renewInvitation(id);
    onChanged();
    if (url) onLink(url);
  };
  const revoke = async () => {
    const isSure = await askFirst({
      title: t('invitation.revoke'),
      text: t('invitation.revoke_ask'),
      action: t('invitation.revoke'),
      isDangerous: true,
    });
    if (!isSure) return;
    await revokeInvitation(id);
    onChanged();
  };
  return (
    <Group role="listitem" wrap="nowrap" align="flex-start">
      <Icon size={20} stroke={1.5} style={{ flex: 'none', marginTop: 2 }} />
      <div style={{ flex: 1, minWidth: 0 }}>
        <Group gap="xs">
          <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
            {email || t('invitation.by_link')}
          </Text>
          <Badge variant="light" color={COLORS[state]}>
            {t(`invitation.state.${state}`)}
          </Badge>
          {role !== 'normal' && <Badge variant="outline">{t(`invitation.role.${role}`)}</Badge>}
        </Group>
        <Text size="xs" c="dimmed">
          {[
            ...(email ? [] : [t('invitation.used', { used, limit: max_uses })]),
            ...projects.map(({ name }) => name),
            t('team.link_until', { time: fullTime(expired_at) }),
          ].join(' · ')}
        </Text>
        {mail_error !== '' && state === 'open' && (
          <Text size="xs" c="red" style={{ overflowWrap: 'anywhere' }}>
            {t('invitation.undelivered', { reason: mail_error })}
          </Text>
        )}
        {canRenew && (
          <Group gap={4} mt={4} ml={-8}>
            <Button variant="subtle" size="compact-sm" onClick={() => void renew()}>
              {t(is_mailed || mail_error ? 'invitation.resend' : 'invitation.new_link')}
            </Button>
            {state === 'open' && (
              <Button variant="subtle" color="red" size="compact-sm" onClick={() => void revoke()}>
                {t('invitation.revoke')}
              </Button>
            )}
          </Group>
        )}
      </div>
    </Group>
  );
}
