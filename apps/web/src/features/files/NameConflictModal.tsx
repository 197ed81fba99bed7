import { Button, Group, Text } from '@mantine/core';
import { formatList, t } from '#sync/language.ts';
import { Modal } from '#ui/overlays/Modal.tsx';

interface Props {
  names: readonly string[];
  onClose: () => void;
  onChoose: (isOver: boolean) => void;
}

const NAMED = 5;

/** A name exists already: upload as a new version, or keep both. */
export function NameConflictModal({ names, onClose, onChoose }: Props) {
  const choose = (isOver: boolean) => {
    onChoose(isOver);
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={t('drive.clash_title')} size={480}>
      <Text size="sm" mb="md">
        {t('drive.clash_text', { names: formatList(names.slice(0, NAMED)), count: names.length })}
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button variant="default" onClick={() => choose(true)}>
          {t('drive.clash_over')}
        </Button>
        <Button data-autofocus onClick={() => choose(false)}>
          {t('drive.clash_both')}
        </Button>
      </Group>
    </Modal>
  );
}
