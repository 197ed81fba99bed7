/** A tap beside an open menu only closes it, as usual on phones: space is limited, and most elements are clickable. */
export function listenToTapsAway(): void {
  let isAway = false;
  const down = ({ pointerType, target }: PointerEvent) => {
    const isOpen = document.querySelector('[role="menu"]') !== null;
    // The menu's own button closes it.
    isAway = isOpen && pointerType === 'touch' && target instanceof Element && !target.closest(OWN);
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

const OWN = '[role="menu"], [aria-haspopup="menu"][aria-expanded="true"]';
