/**
 * Lets a tap beside an open menu, or on a phone beside any sheet, only close it: space is limited, and most elements
 * are clickable.
 */
export function listenToTapsAway(): void {
  let isAway = false;
  const down = ({ pointerType, target }: PointerEvent) => {
    const isTap = pointerType === 'touch' && target instanceof Element;
    // The menu's own button is not beside it, because it closes the menu.
    const isBesideMenu = () => document.querySelector('[role="menu"]') && isTap && !target.closest(OWN);
    // Other sheets may have lists and modals of their own, which are outside of the screens too.
    const isBesideSheet = () => isTap && isPhone.matches && document.querySelector(SHEET) && target.closest('#root');
    isAway = Boolean(isBesideMenu() || isBesideSheet());
  };
  const click = (event: Event) => {
    if (!isAway) return;
    isAway = false;
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('pointerdown', down, { capture: true });
  window.addEventListener('click', click, { capture: true });
}

const SHEET = '.mantine-Popover-dropdown:not([role="presentation"])';
const isPhone = window.matchMedia('(max-width: 767px)');
const OWN = '[role="menu"], [aria-haspopup="menu"][aria-expanded="true"]';
