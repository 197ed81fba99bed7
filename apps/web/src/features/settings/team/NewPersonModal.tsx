import type { Department } from '@atrium/contract/people/departments.ts';
import type { MadeInvitation } from '@atrium/contract/people/invitations.ts';
import { MultiSelect, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { t } from '#sync/language.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { addInvitations } from './invitations/invitations.actions.ts';
import { MadeInvitations } from './invitations/MadeInvitations.tsx';
import { PersonForm } from './PersonForm.tsx';
import { optionsOf } from './tree.ts';

interface Props {
  departments: readonly Department[];
  /** The initial departments. */
  chosen: readonly number[];
  onClose: () => void;
  onDone: () => void;
}

/** A new person: invited, so that they choose their password; or with one to hand over, for people without email. */
export function NewPersonModal({ departments, chosen, onClose, onDone }: Props) {
  const isNarrow = useIsNarrow();
  const [way, setWay] = useState<'invitation' | 'password'>('invitation');
  const [made, setMade] = useState<readonly MadeInvitation[] | null>(null);
  return (
    <Modal opened onClose={made ? onDone : onClose} title={t('team.new_person')} fullScreen={isNarrow}>
      {made ? (
        <MadeInvitations made={made} canMail={made.some((each) => each.is_mailed)} onDone={onDone} />
      ) : (
        <Stack gap="md">
          <SegmentedControl
            fullWidth
            value={way}
            onChange={(value) => setWay(value as typeof way)}
            data={[
              { value: 'invitation', label: t('team.by_invitation') },
              { value: 'password', label: t('team.by_password') },
            ]}
          />
          {way === 'invitation' ? (
            <InvitationForm departments={departments} chosen={chosen} onClose={onClose} onMade={setMade} />
          ) : (
            <PersonForm departments={departments} chosen={chosen} onClose={onClose} onDone={onDone} />
          )}
        </Stack>
      )}
    </Modal>
  );
}

interface InvitationProps extends Omit<Props, 'onDone'> {
  onMade: (made: readonly MadeInvitation[]) => void;
}
function InvitationForm({ departments, chosen, onClose, onMade }: InvitationProps) {
  const [email, setEmail] = useState('');
  const [places, setPlaces] = useState<string[]>(chosen.map(String));
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const answer = await addInvitations({ emails: [email.trim()], department: places.map(Number) });
    setBusy(false);
    if ('words' in answer) setProblem(answer.words);
    else onMade(answer.list);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <TextInput
          type="email"
          required
          data-autofocus
          label={t('field.email')}
          description={t('team.invited_hint')}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <MultiSelect
          label={t('team.departments')}
          searchable
          maxValues={10}
          value={places}
          onChange={setPlaces}
          data={optionsOf(departments)}
        />
        <FormEnd problem={problem} onCancel={onClose} loading={isBusy}>
          {t('team.by_invitation')}
        </FormEnd>
      </Stack>
    </form>
  );
}
