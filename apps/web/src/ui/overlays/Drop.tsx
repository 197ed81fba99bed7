import { Menu, type MenuProps, type PopoverProps } from '@mantine/core';
import {
  cloneElement,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  useId,
  useImperativeHandle,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { Popover } from './Popover.tsx';

interface ButtonProps {
  id?: string;
  'aria-haspopup'?: 'menu' | 'dialog';
  'aria-expanded'?: boolean;
  'aria-controls'?: string | undefined;
  'data-expanded'?: true | undefined;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
}

/** What is to drop from a button, and whether it does. */
interface Drop {
  id: string;
  /** None until it was pressed for the first time. */
  target: HTMLElement | null;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  /** The button, made one that opens something. */
  button: ReactElement;
}
function useDrop(kind: 'menu' | 'dialog', plain: ReactElement<ButtonProps>, onOpen?: () => void): Drop {
  const id = useId();
  const [target, setTarget] = useState<HTMLElement | null>(null);
  const [isOpen, setOpen] = useState(false);
  const button = cloneElement(plain, {
    id,
    'aria-haspopup': kind,
    'aria-expanded': isOpen,
    'aria-controls': isOpen ? `${id}-dropdown` : undefined,
    'data-expanded': isOpen || undefined,
    onClick: (event) => {
      plain.props.onClick?.(event);
      const { currentTarget } = event;
      // It comes into view from being closed.
      flushSync(() => setTarget(currentTarget));
      setOpen(!isOpen);
      if (!isOpen) onOpen?.();
    },
  });
  return { id, target, isOpen, setOpen, button };
}

/** An anchor inside a menu for a button outside of it. */
export function Anchor({ of, ref }: { of: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => of, [of]);
  return null;
}

/** For a menu's dropdown: Mantine gives the focus to the first item also where that is disabled and takes none. */
export function focusFirst(menu: HTMLElement | null): void {
  if (!menu) return;
  setTimeout(() => {
    if (menu.contains(document.activeElement)) return;
    menu.querySelector<HTMLElement>('[data-menu-item]:not(:disabled)')?.focus({ preventScroll: true });
  });
}

interface DropMenuProps extends Pick<MenuProps, 'position' | 'width' | 'closeOnItemClick'> {
  /** It is given what makes it a menu's. */
  button: ReactElement<ButtonProps>;
  /** Of what drops. */
  className?: string | undefined;
  onOpen?: () => void;
  /** `Menu.Item`s, and what belongs between them. */
  children: ReactNode;
}

/**
 * A button with a menu that is made when somebody opens it: a screen has half a dozen of these, and each that stood
 * ready would be drawn twice before anything of the screen is seen. `listenToFocus` returns the focus to the button:
 * Mantine would also take it from a field that an item has just opened.
 */
export function DropMenu({ button, className, onOpen, children, ...look }: DropMenuProps) {
  const drop = useDrop('menu', button, onOpen);
  return (
    <>
      {drop.button}
      {drop.target && (
        <Menu id={drop.id} opened={drop.isOpen} onChange={drop.setOpen} withinPortal returnFocus={false} {...look}>
          <Menu.Target>
            <Anchor of={drop.target} />
          </Menu.Target>
          <Menu.Dropdown ref={focusFirst} {...(className && { className })}>
            {children}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}

interface DropPopoverProps extends Pick<PopoverProps, 'position' | 'width'> {
  button: ReactElement<ButtonProps>;
  className?: string | undefined;
  children: ReactNode;
}

/** Likewise for what is no menu. The focus goes into it: from the button no Escape would reach it. */
export function DropPopover({ button, className, children, ...look }: DropPopoverProps) {
  const drop = useDrop('dialog', button);
  return (
    <>
      {drop.button}
      {drop.target && (
        <Popover id={drop.id} opened={drop.isOpen} onChange={drop.setOpen} withinPortal trapFocus returnFocus {...look}>
          <Popover.Target>
            <Anchor of={drop.target} />
          </Popover.Target>
          <Popover.Dropdown {...(className && { className })}>{children}</Popover.Dropdown>
        </Popover>
      )}
    </>
  );
}
