import { ActionIcon, Menu } from '@mantine/core';
import { IconBellOff, IconMarkdown, IconSend2, IconTextSize } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { t } from '#sync/language.ts';
import type { Point } from '#ui/overlays/PointMenu.tsx';
import { PointMenu } from '#ui/overlays/PointMenu.tsx';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import type { SendMode } from './outgoing.ts';

interface Props {
  isDisabled: boolean;
  /** An edit notifies no one, so it has no silent variant. */
  isEditing: boolean;
  onSend: (wish?: SendMode) => void;
  /** Shown instead while the field is empty. */
  voice?: ReactNode;
}

const LONG_PRESS_MS = 300;

/** Sends; a right click or long press offers variants. */
export function SendButton({ isDisabled, isEditing, onSend, voice }: Props) {
  const [at, setAt] = useState<Point | null>(null);
  const timer = useRef(0);
  const wasLong = useRef(false);
  const stop = () => clearTimeout(timer.current);
  const press = (event: React.PointerEvent) => {
    wasLong.current = false;
    if (isDisabled || event.button !== 0) return;
    const point = { x: event.clientX, y: event.clientY };
    stop();
    timer.current = window.setTimeout(() => {
      wasLong.current = true;
      setAt(point);
    }, LONG_PRESS_MS);
  };
  if (isDisabled && !isEditing && voice) return voice;
  return (
    <>
      <Tooltip label={t('composer.send')} disabled={at !== null}>
        <ActionIcon
          size="lg"
          variant={isDisabled ? 'subtle' : 'filled'}
          color={isDisabled ? 'gray' : 'accent'}
          aria-label={t('composer.send')}
          disabled={isDisabled}
          onPointerDown={press}
          onPointerUp={stop}
          onPointerLeave={stop}
          onContextMenu={(event) => {
            event.preventDefault();
            stop();
            setAt({ x: event.clientX, y: event.clientY });
          }}
          onClick={() => {
            if (!wasLong.current) onSend();
          }}
        >
          <IconSend2 size={20} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <PointMenu at={at} label={t('composer.send')} onClose={() => setAt(null)}>
        {!isEditing && (
          <Menu.Item leftSection={<IconBellOff size={16} />} onClick={() => onSend('silent')}>
            {t('composer.send_silent')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconMarkdown size={16} />} onClick={() => onSend('md')}>
          {t('composer.send_md')}
        </Menu.Item>
        <Menu.Item leftSection={<IconTextSize size={16} />} onClick={() => onSend('html')}>
          {t('composer.send_normal')}
        </Menu.Item>
      </PointMenu>
    </>
  );
}
