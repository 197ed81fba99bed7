import { useEffect, useLayoutEffect } from 'react';
import { useOverlays } from '#app/overlays/overlays.ts';
import { useGlobalCommands } from '#app/palette/useGlobalCommands.ts';
import { SCREENSHOT, takesScreenshot } from '#entities/message/files/screenshot.ts';
import { captureTyping } from '#ui/fields/captureTyping.ts';
import { offeredCommands, useEverywhere } from '#ui/keys/commands.ts';

const CHORD_MS = 1200;
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/**
 * Single keys and two-key chords, while no field has the focus and no overlay is open; and the palette's key, which
 * works everywhere.
 */
export function useShortcuts(): void {
  const everywhere = useGlobalCommands();
  const { open, close, shown } = useOverlays();
  useEffect(() => useEverywhere.setState({ commands: everywhere }), [everywhere]);
  // The keys are bound together with the screen, not after its paint: on a busy machine that takes hundreds of
  // milliseconds, in which keys were lost.
  useLayoutEffect(() => {
    let first = '';
    let timer = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      // A screenshot can be taken while typing too, when people want to show something.
      const shooting = takesScreenshot(event) && offeredCommands().find(({ id }) => id === SCREENSHOT);
      if (shooting) {
        event.preventDefault();
        return shooting.run();
      }
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        if (shown === 'palette') close();
        else {
          open('palette');
          captureTyping();
        }
        return;
      }
      const isMod = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      const key = isMod ? `Mod+${event.key.toLowerCase()}` : event.key;
      const isWanted = () => isMod && offeredCommands().some(({ keys, whileTyping }) => whileTyping && keys === key);
      // The opened screen may still be loading.
      if (
        !(isPlain || isMod) ||
        shown ||
        (isTyping(event.target) && !isWanted()) ||
        document.querySelector('[role="dialog"], [role="menu"]')
      )
        return;
      const commands = [...offeredCommands(), ...everywhere];
      const chord = first ? `${first} ${key}` : key;
      const by = (keys: string) =>
        commands.find((each) => each.keys === keys) ?? commands.find((each) => each.alsoKeys?.includes(keys));
      const command = by(chord) ?? by(key);
      if (isMod && !command) return;
      clearTimeout(timer);
      first = '';
      if (command) {
        event.preventDefault();
        command.run();
        if (command.opensField) captureTyping();
        return;
      }
      if (!commands.some((each) => each.keys?.startsWith(`${event.key} `))) return;
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
  }, [everywhere, open, close, shown]);
}
