import type { Provider } from '@atrium/contract/people/singleSignOn.ts';
import { Button, Checkbox, Stack, Switch, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { FormEnd } from '#entities/form/FormEnd.tsx';
import { PasswordField } from '#entities/form/PasswordField.tsx';
import { useCheck } from '#features/settings/personal/Check.tsx';
import { t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';
import { useIsNarrow } from '#ui/layout/useIsPhone.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { checkIssuer, type SentProvider } from './signin.actions.ts';

interface Props {
  /** The provider to change; without one, a new one is added. */
  provider: Provider | undefined;
  onClose: () => void;
  /** @throws CallError with the server's text */
  onSave: (provider: SentProvider) => Promise<void>;
}

const EMPTY: Omit<Provider, 'has_secret'> = {
  id: '',
  name: '',
  issuer: '',
  client_id: '',
  open: true,
  create: true,
  trust_email: false,
  domains: [],
  department_claim: '',
};

const domainsIn = (text: string) =>
  text
    .split(/[\s,;]+/)
    .map((each) => each.replace(/^@/, ''))
    .filter(Boolean);

/** A provider's fields, with a test of its address. */
export function ProviderModal({ provider, onClose, onSave }: Props) {
  const isNarrow = useIsNarrow();
  const { has_secret, ...start } = provider ?? { ...EMPTY, has_secret: false };
  const [fields, setFields] = useState(start);
  const [domains, setDomains] = useState(start.domains.join(', '));
  const [secret, setSecret] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const {
    outcome,
    isBusy: isTesting,
    start: test,
  } = useCheck(async () => {
    await checkIssuer(fields.issuer);
    return t('sso.test_done');
  });
  const set = (change: Partial<typeof fields>) => setFields({ ...fields, ...change });

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await onSave({ ...fields, domains: domainsIn(domains), ...(secret && { client_secret: secret }) });
    } catch (error) {
      setProblem(wordsOf(error));
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={t(provider ? 'sso.edit' : 'sso.add')} fullScreen={isNarrow}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <TextInput
            data-autofocus
            label={t('sso.name')}
            required
            maxLength={50}
            placeholder="Microsoft"
            value={fields.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <TextInput
            label={t('sso.issuer')}
            required
            type="url"
            maxLength={500}
            placeholder="https://login.example.org"
            value={fields.issuer}
            onChange={(event) => set({ issuer: event.currentTarget.value.trim() })}
          />
          <div>
            <Button
              variant="default"
              size="xs"
              loading={isTesting}
              disabled={!fields.issuer}
              onClick={() => void test()}
            >
              {t('sso.test')}
            </Button>
            {outcome && (
              <Text size="sm" mt={4} role={outcome.isGood ? 'status' : 'alert'} c={outcome.isGood ? 'green' : 'red'}>
                {outcome.words}
              </Text>
            )}
          </div>
          <TextInput
            label={t('sso.client_id')}
            required
            maxLength={500}
            autoComplete="off"
            value={fields.client_id}
            onChange={(event) => set({ client_id: event.currentTarget.value.trim() })}
          />
          <PasswordField
            label={t('sso.client_secret')}
            maxLength={1000}
            autoComplete="new-password"
            placeholder={has_secret ? t('sso.secret_kept') : ''}
            value={secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
          />
          <Checkbox
            label={t('sso.create')}
            checked={fields.create}
            onChange={(event) => set({ create: event.currentTarget.checked })}
          />
          <Checkbox
            label={t('sso.trust_email')}
            description={t('sso.trust_hint')}
            checked={fields.trust_email}
            onChange={(event) => set({ trust_email: event.currentTarget.checked })}
          />
          <TextInput
            label={t('sso.domains')}
            description={t('sso.domains_hint')}
            placeholder="example.org"
            value={domains}
            onChange={(event) => setDomains(event.currentTarget.value)}
          />
          <TextInput
            label={t('sso.department_claim')}
            description={t('sso.department_hint')}
            maxLength={100}
            value={fields.department_claim}
            onChange={(event) => set({ department_claim: event.currentTarget.value.trim() })}
          />
          <Switch
            label={t('sso.open')}
            checked={fields.open}
            onChange={(event) => set({ open: event.currentTarget.checked })}
          />
          <FormEnd problem={problem} onCancel={onClose} loading={isBusy}>
            {t('action.save')}
          </FormEnd>
        </Stack>
      </form>
    </Modal>
  );
}
