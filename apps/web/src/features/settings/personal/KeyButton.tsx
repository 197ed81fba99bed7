import { Button, Group, Kbd, Text } from '@mantine/core';
import { Fragment, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { t } from '#sync/language.ts';
import { isComposing } from '#ui/keys/composing.ts';

interface Props {
  id: string;
  label: string;
  /** The keys; '' = none. */
  keys: string;
  onChoose: (keys: string) => void;
}

/** The time for a second key after the first. */
const SECOND_MS = 1200;

/** Shows a command's keys; when pressed, it records the next key, or two in sequence. Escape cancels, Delete clears. */
export function KeyButton({ id, label, keys, onChoose }: Props) {
  const [pressed, setPressed] = useState<string | null>(null);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const isListening = pressed !== null;
  const done = (chosen: string | null) => {
    clearTimeout(timer.current);
    setPressed(null);
    if (chosen !== null) onChoose(chosen);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isListening || event.key === 'Tab') return;
    event.preventDefault();
    // The keys that are recorded must do nothing else.
    event.stopPropagation();
    if (event.key === 'Escape') return done(null);
    if (event.key === 'Delete' || event.key === 'Backspace') return done('');
    const isPlain = [...event.key].length === 1 && event.key !== ' ';
    if (!isPlain || event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return;
    if (pressed) return done(`${pressed} ${event.key}`);
    const first = event.key;
    setPressed(first);
    timer.current = window.setTimeout(() => done(first), SECOND_MS);
  };
  return (
    <Button
      id={id}
      variant="default"
      size="compact-md"
      miw={120}
      {...(!isListening && { 'aria-label': t('keyboard.change', { name: label, keys: keys || t('keyboard.none') }) })}
      aria-pressed={isListening}
      onClick={() => setPressed('')}
      onKeyDown={onKeyDown}
      onBlur={() => isListening && done(pressed || null)}
    >
      {isListening ? (
        <Text size="sm" role="status">
          {pressed ? `${pressed} …` : t('keyboard.press')}
        </Text>
      ) : (
        <Group gap={4} component="span">
          {keys
            ? keys.split(' ').map((key, index) => (
                <Fragment key={`${index} ${key}`}>
                  {index > 0 && ' '}
                  <Kbd>{key}</Kbd>
                </Fragment>
              ))
            : t('keyboard.none')}
        </Group>
      )}
    </Button>
  );
}
