import { projectList } from '@atrium/client/store/select.ts';
import { INVITE_AT_ONCE, type MadeInvitation } from '@atrium/contract/people/invitations.ts';
import { Anchor, Button, MultiSelect, Stack, TagsInput, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { splitAddresses } from '#entities/form/addresses.ts';
import { CopyLine } from '#entities/form/CopyLine.tsx';
import { notInvitedWords } from '#entities/form/invitationProblems.ts';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { useSelect } from '#sync/store/useStore.ts';
import { StepEnd, type StepProps } from './StepEnd.tsx';
import { canMail, invitePeople } from './setup.actions.ts';

interface Props extends StepProps {
  /** Invitations created during this visit; they stay while the person moves between steps. */
  made: readonly MadeInvitation[];
  onMade: (made: readonly MadeInvitation[]) => void;
}

export function PeopleStep({ made, onMade, onNext, ...step }: Props) {
  const { data: isMailed } = useRequest(canMail);
  const [emails, setEmails] = useState<string[]>([]);
  const projects = useSelect(
    ['project'],
    (store) => projectList(store).filter((each) => !each.archived_at && each.personal !== 1),
    [],
  );
  const [chosen, setChosen] = useState<string[]>([]);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const invite = async (addresses: string[]) => {
    setBusy(true);
    const answer = await invitePeople(addresses, chosen.map(Number));
    setBusy(false);
    setProblem('words' in answer ? answer.words : notInvitedWords(answer.leftOut));
    if ('words' in answer) return;
    onMade([...made, ...answer.made]);
    // The addresses stay if a link was made, because they wait for their own button.
    if (addresses.length > 0) setEmails(answer.leftOut.map(({ email }) => email));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (emails.length === 0) onNext();
    else void invite(emails);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <TagsInput
          autoFocus
          label={t('invitation.emails')}
          description={t(isMailed === false ? 'invitation.no_mail' : 'invitation.emails_hint')}
          splitChars={[',', ';', ' ', '\n']}
          maxTags={INVITE_AT_ONCE}
          acceptValueOnBlur
          // There is no list, because Escape would close it first.
          dropdownOpened={false}
          value={emails}
          onChange={(texts) => setEmails(splitAddresses(texts))}
        />
        {projects.length > 0 && (
          <MultiSelect
            label={t('invitation.projects')}
            searchable
            maxValues={50}
            value={chosen}
            onChange={setChosen}
            data={projects.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        )}
        {made.length > 0 && (
          <Text role="status">
            {t(made.some((each) => each.is_mailed) ? 'invitation.made_mailed' : 'invitation.made_link', {
              count: made.length,
            })}
          </Text>
        )}
        {made.map(({ id, email, url }) => (
          <div key={id}>
            <Text size="sm" fw={500} mb={4}>
              {email || t('invitation.by_link')}
            </Text>
            <CopyLine id={`invitation-${id}`} label={email || t('invitation.by_link')} hint="" words={url} />
          </div>
        ))}
        {!made.some(({ email }) => email === '') && (
          <Button variant="default" style={{ alignSelf: 'start' }} onClick={() => void invite([])}>
            {t('setup.link')}
          </Button>
        )}
        <Text size="sm" c="dimmed">
          <Anchor component={Link} to="/manage/setting/team?sheet=1" size="sm">
            {t('setup.sheet')}
          </Anchor>
        </Text>
        <StepEnd
          {...step}
          onNext={onNext}
          problem={problem}
          isBusy={isBusy}
          canSkip={made.length === 0 || emails.length > 0}
          {...(emails.length > 0 && { action: t(isMailed ? 'invitation.send' : 'setup.invite') })}
        />
      </Stack>
    </form>
  );
}
