import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { commands } from './commands.ts';
import { useOverlays } from './overlays.ts';

const CHORD_MS = 1200;
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Single keys and two-key chords, while no field has the focus and nothing stands over the screen. */
export function useShortcuts(): void {
  const navigate = useNavigate();
  const open = useOverlays((state) => state.open);
  useEffect(() => {
    let first = '';
    let timer = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isPlain || isTyping(event.target) || document.querySelector('[role="dialog"], [role="menu"]')) return;
      const chord = first ? `${first} ${event.key}` : event.key;
      const command = commands.find((each) => each.keys === chord) ?? commands.find((each) => each.keys === event.key);
      clearTimeout(timer);
      first = '';
      if (command) {
        event.preventDefault();
        command.run({ goTo: (path) => void navigate(path), open });
        return;
      }
      if (!commands.some((each) => each.keys.startsWith(`${event.key} `))) return;
      first = event.key;
      timer = window.setTimeout(() => {
        first = '';
      }, CHORD_MS);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', onKeyDown);
    };
  }, [navigate, open]);
}
