import { Button, Group, Text } from '@mantine/core';
import { MessageText } from '#entities/message/text/MessageText.tsx';
import { t } from '#sync/language.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import classes from './UpdateModal.module.css';
import { useUpdate } from './update.ts';

/** Both versions and the notes; the person updates now or later. */
export function UpdateModal() {
  const found = useUpdate((state) => state.found);
  if (!found) return null;
  const close = () => useUpdate.setState({ found: null });
  return (
    <Modal opened onClose={close} title={t('update.title')} size="lg" zIndex={450}>
      <Text mb="sm">
        {found.from === found.to ? t('update.ready') : t('update.versions', { from: found.from, to: found.to })}
      </Text>
      {found.notes ? (
        <section aria-label={t('version.news')} className={classes.notes} tabIndex={-1}>
          <MessageText text={found.notes} isMarkdown />
        </section>
      ) : (
        <Text c="dimmed">{t('version.no_news')}</Text>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close}>
          {t('update.later')}
        </Button>
        <Button
          data-autofocus
          onClick={() => {
            close();
            found.install();
          }}
        >
          {t(found.isRestart ? 'update.restart' : 'update.now')}
        </Button>
      </Group>
    </Modal>
  );
}
