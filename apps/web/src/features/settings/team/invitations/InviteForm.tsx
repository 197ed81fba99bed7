import { projectList } from '@atrium/client/store/select.ts';
import type { Department } from '@atrium/contract/people/departments.ts';
import {
  INVITATION_ROLES,
  INVITE_AT_ONCE,
  INVITE_USES,
  type MadeInvitation,
} from '@atrium/contract/people/invitations.ts';
import { MultiSelect, SegmentedControl, Select, Stack, TagsInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { splitAddresses } from '#entities/form/addresses.ts';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { notInvitedWords } from '#entities/form/invitationProblems.ts';
import { optionsOf } from '#features/settings/team/tree.ts';
import { t } from '#sync/language.ts';
import { useSelect } from '#sync/store/useStore.ts';
import { NumberField } from '#ui/fields/NumberField.tsx';
import { addInvitations } from './invitations.actions.ts';

interface Props {
  departments: readonly Department[];
  canMail: boolean;
  onCancel: () => void;
  /** @param leftOut  which addresses were not invited, in words */
  onDone: (made: readonly MadeInvitation[], leftOut: string) => void;
}

/** Asks for the people to invite, and for the role, departments and projects they get. */
export function InviteForm({ departments, canMail, onCancel, onDone }: Props) {
  const projects = useSelect(['project'], (store) => projectList(store).filter((each) => !each.archived_at), []);
  const [kind, setKind] = useState<'mail' | 'link'>('mail');
  const [emails, setEmails] = useState<string[]>([]);
  const [role, setRole] = useState<(typeof INVITATION_ROLES)[number]>('normal');
  const [places, setPlaces] = useState<string[]>([]);
  const [chosen, setChosen] = useState<string[]>([]);
  const [days, setDays] = useState(7);
  const [uses, setUses] = useState(10);
  const [problem, setProblem] = useState('');
  /** The problem with the addresses. */
  const [wrong, setWrong] = useState('');
  const addresses = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const refuseAddresses = (words: string) => {
      setWrong(words);
      addresses.current?.focus();
    };
    setProblem('');
    setWrong('');
    if (kind === 'mail' && emails.length === 0) return refuseAddresses(t('invitation.no_emails'));
    setBusy(true);
    const answer = await addInvitations({
      ...(kind === 'mail' ? { emails } : { max_uses: uses }),
      role,
      department: places.map(Number),
      project_ids: chosen.map(Number),
      days,
    });
    setBusy(false);
    if ('words' in answer && kind === 'mail' && answer.code.startsWith('reg.')) refuseAddresses(answer.words);
    else if ('words' in answer) setProblem(answer.words);
    else onDone(answer.list, notInvitedWords(answer.left_out ?? []));
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <SegmentedControl
          fullWidth
          value={kind}
          onChange={(value) => setKind(value as typeof kind)}
          data={[
            { value: 'mail', label: t('invitation.by_mail') },
            { value: 'link', label: t('invitation.by_link') },
          ]}
        />
        {kind === 'mail' ? (
          <TagsInput
            label={t('invitation.emails')}
            description={t(canMail ? 'invitation.emails_hint' : 'invitation.no_mail')}
            splitChars={[',', ';', ' ', '\n']}
            maxTags={INVITE_AT_ONCE}
            acceptValueOnBlur
            // There is no list, because Escape would close it first.
            dropdownOpened={false}
            data-autofocus
            autoFocus
            ref={addresses}
            error={wrong}
            value={emails}
            onChange={(texts) => setEmails(splitAddresses(texts))}
          />
        ) : (
          <NumberField
            label={t('invitation.uses')}
            min={1}
            max={INVITE_USES}
            value={uses}
            empty={1}
            onChange={setUses}
          />
        )}
        <Select<string>
          label={t('invitation.role')}
          allowDeselect={false}
          value={role}
          data={INVITATION_ROLES.map((value) => ({ value, label: t(`invitation.role.${value}`) }))}
          onChange={(value) => setRole(INVITATION_ROLES.find((each) => each === value) ?? 'normal')}
        />
        <MultiSelect
          label={t('team.departments')}
          searchable
          maxValues={10}
          value={places}
          onChange={setPlaces}
          data={optionsOf(departments)}
        />
        <MultiSelect
          label={t('invitation.projects')}
          searchable
          maxValues={50}
          value={chosen}
          onChange={setChosen}
          data={projects.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <NumberField
          label={t('invitation.days')}
          min={1}
          max={90}
          suffix={` ${t('system.days')}`}
          value={days}
          empty={7}
          onChange={setDays}
        />
        <FormEnd problem={problem} onCancel={onCancel} loading={isBusy}>
          {t(kind === 'mail' && canMail ? 'invitation.send' : 'invitation.make')}
        </FormEnd>
      </Stack>
    </form>
  );
}
