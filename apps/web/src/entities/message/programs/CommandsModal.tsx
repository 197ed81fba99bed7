import { Table, Text } from '@mantine/core';
import { t } from '#sync/language.ts';
import { useRequest } from '#sync/store/useRequest.ts';
import { Modal } from '#ui/overlays/Modal.tsx';
import { readCommands } from './program.actions.ts';
import classes from './SlashPanel.module.css';
import { builtIn, ofPrograms } from './slash.ts';

/** All commands of a conversation, with their descriptions. */
export function CommandsModal({ isGroup, onClose }: { isGroup: boolean; onClose: () => void }) {
  const { data } = useRequest(readCommands);
  const list = [...builtIn(isGroup), ...ofPrograms(data ?? [])];
  return (
    <Modal opened onClose={onClose} title={t('slash.title')} size={560}>
      <Text size="sm" c="dimmed" mb="sm">
        {t('slash.about')}
      </Text>
      <Table verticalSpacing="xs">
        <Table.Tbody>
          {list.map(({ run, word, hint, about }) => (
            <Table.Tr key={`${run.kind}${word}`}>
              <Table.Td>
                <span className={classes.word}>/{word}</span> <span className={classes.hint}>{hint}</span>
              </Table.Td>
              <Table.Td>{about}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}
