import { userEditdata } from '@atrium/contract/people/profile.ts';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { Modal } from '#ui/overlays/Modal.tsx';

type What = 'nickname' | 'tel';
interface MissingQuestion {
  what: What;
  msg: string;
  answer: (isThere: boolean) => void;
}

/** Asks for a nickname or phone number if an action needs one, and repeats the action. */
export function MissingModal() {
  const [asked, setAsked] = useState<MissingQuestion | null>(null);
  useEffect(() => {
    // The open questions: several calls may need the same value at once, which is asked for only once.
    const open = new Map<What, Promise<boolean>>();
    client.api.onMissing = (what, msg) => {
      const known = open.get(what);
      if (known) return known;
      const asking = new Promise<boolean>((answer) => setAsked({ what, msg, answer })).finally(() => {
        open.delete(what);
        setAsked(null);
      });
      open.set(what, asking);
      return asking;
    };
    return () => {
      client.api.onMissing = async () => false;
    };
  }, []);
  return asked && <MissingForm key={asked.what} {...asked} />;
}

function MissingForm({ what, msg, answer }: MissingQuestion) {
  const [value, setValue] = useState('');
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wish = value.trim();
    if (!wish) return setProblem(t(`missing.${what}`));
    setBusy(true);
    try {
      const profile = await client.api.call(userEditdata, { [what]: wish });
      client.user = profile;
      client.store.base.user.put(profile);
      answer(true);
    } catch (error) {
      setProblem(wordsOf(error));
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={() => answer(false)} title={t(`field.${what}`)} size="sm" zIndex={460}>
      <form onSubmit={(event) => void submit(event)}>
        <Text mb="sm">{msg}</Text>
        <TextInput
          data-autofocus
          aria-label={t(`field.${what}`)}
          type={what === 'tel' ? 'tel' : 'text'}
          maxLength={20}
          value={value}
          error={problem || undefined}
          onChange={(event) => {
            setProblem('');
            setValue(event.currentTarget.value);
          }}
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={() => answer(false)}>
            {t('action.cancel')}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t('action.save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
