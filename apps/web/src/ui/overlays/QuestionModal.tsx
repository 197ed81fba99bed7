import { Button, Group, Text } from '@mantine/core';
import { useQuestion } from './ask.ts';
import { Modal } from './Modal.tsx';

/** Asks the questions of `askFirst`. It is rendered once in the shell. */
export function QuestionModal({ cancelLabel }: { cancelLabel: string }) {
  const question = useQuestion((state) => state.question);
  return (
    <Modal
      opened={question !== null}
      onClose={() => question?.answer(false)}
      title={question?.title}
      size="sm"
      zIndex={400}
    >
      <Text>{question?.text}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => question?.answer(false)}>
          {cancelLabel}
        </Button>
        <Button color={question?.isDangerous ? 'red' : 'accent'} data-autofocus onClick={() => question?.answer(true)}>
          {question?.action}
        </Button>
      </Group>
    </Modal>
  );
}
