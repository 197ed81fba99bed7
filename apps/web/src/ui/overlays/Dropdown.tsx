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

/** The state of a dropdown of a button. */
interface Dropdown {
  id: string;
  /** The button; null until it is pressed for the first time. */
  target: HTMLElement | null;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  /** The button with the attributes of an opener. */
  button: ReactElement;
}
function useDropdown(kind: 'menu' | 'dialog', plain: ReactElement<ButtonProps>, onOpen?: () => void): Dropdown {
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
      // The dropdown starts closed, so that it opens with a transition.
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

/** Focuses the first item of a menu that can take the focus: Mantine focuses the first one even if it is disabled. */
export function focusFirst(menu: HTMLElement | null): void {
  if (!menu) return;
  setTimeout(() => {
    if (menu.contains(document.activeElement)) return;
    menu.querySelector<HTMLElement>('[data-menu-item]:not(:disabled)')?.focus({ preventScroll: true });
  });
}

interface DropdownMenuProps extends Pick<MenuProps, 'position' | 'width' | 'closeOnItemClick'> {
  /** Gets the attributes of a menu button. */
  button: ReactElement<ButtonProps>;
  /** The class of the dropdown. */
  className?: string | undefined;
  onOpen?: () => void;
  /** The `Menu.Item`s, with dividers and labels. */
  children: ReactNode;
}

/**
 * A button with a menu that is created when it opens: a screen has half a dozen of these, and each prepared one would
 * render twice before the screen is visible. `listenToFocus` returns the focus to the button: Mantine would also take
 * it from a field that an item has just opened.
 */
export function DropdownMenu({ button, className, onOpen, children, ...look }: DropdownMenuProps) {
  const drop = useDropdown('menu', button, onOpen);
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

interface DropdownPopoverProps extends Pick<PopoverProps, 'position' | 'width'> {
  button: ReactElement<ButtonProps>;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * A button with other content than a menu. The focus moves into the content, because on the button Escape would not
 * reach it.
 */
export function DropdownPopover({ button, className, children, ...look }: DropdownPopoverProps) {
  const drop = useDropdown('dialog', button);
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
