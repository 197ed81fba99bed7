import { VENDOR_NAMES, type Vendor } from '@atrium/contract/chat/assistants.ts';
import { UnstyledButton } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';
import classes from './ContactList.module.css';
import { assistantId, readAssistants } from './messenger.actions.ts';

/** The workspace's assistants, above its people; nothing if there are none. */
export function Assistants({ onOpen }: { onOpen: (userid: number) => void }) {
  const { data: list } = useRequest(readAssistants);
  const open = async (type: Vendor) => {
    try {
      onOpen(await assistantId(type));
    } catch (error) {
      notify(wordsOf(error), { kind: 'error' });
    }
  };
  if (!list || list.length === 0) return null;
  return (
    <section className={classes.assistants} aria-label={t('contacts.assistants')}>
      <div className={classes.letter}>{t('contacts.assistants')}</div>
      {list.map(({ vendor, model }) => (
        <UnstyledButton key={vendor} className={classes.row} onClick={() => void open(vendor)}>
          <span className={classes.assistant}>
            <IconSparkles size={18} stroke={1.75} />
          </span>
          <span className="truncate">{VENDOR_NAMES[vendor]}</span>
          <small className={classes.model}>{model}</small>
        </UnstyledButton>
      ))}
    </section>
  );
}
