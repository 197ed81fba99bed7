import type { Sticker } from '@atrium/contract/chat/stickers.ts';
import { ActionIcon, Loader, Menu } from '@mantine/core';
import { IconMoodSmile, IconPlus } from '@tabler/icons-react';
import { Suspense, useId, useState } from 'react';
import { noteEmoji } from '#entities/message/emoji/emoji.ts';
import { t } from '#sync/language.ts';
import { lazyPart } from '#sync/store/lazyPart.ts';
import { Anchor, DropdownMenu } from '#ui/overlays/Dropdown.tsx';
import { Popover } from '#ui/overlays/Popover.tsx';
import { Tooltip } from '#ui/overlays/Tooltip.tsx';
import classes from './Composer.module.css';
import type { ComposerExtra } from './composing.ts';

const EmojiPanel = lazyPart(async () => (await import('#entities/message/emoji/EmojiPanel.tsx')).EmojiPanel);

interface SignButtonProps {
  icon: typeof IconPlus;
  label: string;
  /** Hidden on narrow windows. */
  isSpare?: boolean;
  onClick: () => void;
}
export const SignButton = ({ icon: Icon, label, isSpare, onClick }: SignButtonProps) => (
  <Tooltip label={label}>
    <ActionIcon size="lg" aria-label={label} className={isSpare ? (classes.spare ?? '') : ''} onClick={onClick}>
      <Icon size={20} stroke={1.75} />
    </ActionIcon>
  </Tooltip>
);

interface EmojiButtonProps {
  onPick: (symbol: string) => void;
  onSticker?: (sticker: Sticker) => void;
  onLeave: () => void;
}
/** Closing it returns to the field. */
export function EmojiButton({ onPick, onSticker, onLeave }: EmojiButtonProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [target, setTarget] = useState<HTMLElement | null>(null);
  return (
    <>
      <Tooltip label={t('emoji.title')} disabled={isOpen}>
        <ActionIcon
          id={id}
          size="lg"
          aria-label={t('emoji.title')}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={({ currentTarget }) => {
            setTarget(currentTarget);
            setOpen(!isOpen);
          }}
        >
          <IconMoodSmile size={20} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      {target && (
        <Popover
          id={id}
          opened={isOpen}
          onChange={setOpen}
          onDismiss={onLeave}
          position="top-end"
          withinPortal
          trapFocus
        >
          <Popover.Target>
            <Anchor of={target} />
          </Popover.Target>
          <Popover.Dropdown className={classes.float ?? ''}>
            <Suspense fallback={<Loader size="sm" />}>
              <EmojiPanel
                onPick={(symbol) => {
                  noteEmoji(symbol);
                  setOpen(false);
                  onPick(symbol);
                }}
                {...(onSticker && {
                  onSticker: (sticker: Sticker) => {
                    setOpen(false);
                    onSticker(sticker);
                  },
                })}
              />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  );
}

export function Extras({ extras }: { extras: readonly ComposerExtra[] }) {
  return (
    <DropdownMenu
      position="top-end"
      button={
        <ActionIcon size="lg" aria-label={t('composer.more')}>
          <IconPlus size={20} stroke={1.75} />
        </ActionIcon>
      }
    >
      {extras.map(({ key, label, icon: Icon, run }) => (
        <Menu.Item key={key} leftSection={<Icon size={16} />} onClick={run}>
          {label}
        </Menu.Item>
      ))}
    </DropdownMenu>
  );
}
