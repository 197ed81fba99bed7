import { Button, Group, Text } from '@mantine/core';
import { Modal } from './Modal.tsx';
import { useProblem } from './problem.ts';

/** Shows the messages of `showProblem`. It is rendered once in the shell. */
export function ProblemModal({ title, closeLabel }: { title: string; closeLabel: string }) {
  const { text, close } = useProblem();
  return (
    <Modal opened={text !== ''} onClose={close} title={title} size="sm" zIndex={450}>
      <Text role="alert">{text}</Text>
      <Group justify="flex-end" mt="lg">
        <Button onClick={close} data-autofocus>
          {closeLabel}
        </Button>
      </Group>
    </Modal>
  );
}
