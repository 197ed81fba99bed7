import { Text } from '@mantine/core';

/** The server's error in a form; nothing without one. */
export const Problem = ({ text }: { text: string }) =>
  text === '' ? null : (
    <Text size="sm" c="red" role="alert">
      {text}
    </Text>
  );
