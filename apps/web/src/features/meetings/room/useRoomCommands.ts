import type { MessageKey } from '@atrium/i18n/translate.ts';
import { useEffect, useMemo, useRef } from 'react';
import { t } from '#sync/language.ts';
import { notify } from '#ui/overlays/notices.ts';
import type { MeetRoom } from '../connection/room.ts';
import { DeviceTrouble, openDevice, openScreen } from '../devices/devices.ts';
import { mediaErrorWords } from '../devices/mediaErrors.ts';
import { useDrawing } from './marks.ts';
import { LAYOUTS, setLayout, useRoomLayout } from './roomLayout.ts';

export type Panel = 'people' | 'lines';
export interface RoomCommands {
  microphone: () => void;
  camera: () => void;
  screen: () => void;
  hand: () => void;
  draw: () => void;
  layout: () => void;
  panel: (panel: Panel) => void;
  help: () => void;
}

/** The keys in the order of the list that `?` shows. */
export const KEYS: readonly { key: string; label: MessageKey }[] = [
  { key: 'M', label: 'meeting.key_microphone' },
  { key: 'C', label: 'meeting.key_camera' },
  { key: 'S', label: 'meeting.key_screen' },
  { key: 'H', label: 'meeting.key_hand' },
  { key: 'T', label: 'meeting.key_lines' },
  { key: 'P', label: 'meeting.key_people' },
  { key: 'D', label: 'meeting.key_draw' },
  { key: 'L', label: 'meeting.key_layout' },
  { key: 'Esc', label: 'meeting.key_minimise' },
  { key: '?', label: 'meeting.key_help' },
];

interface Options {
  onMinimise?: (() => void) | undefined;
  setPanel: (change: (before: Panel | null) => Panel | null) => void;
  onHelp: () => void;
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** The actions in a room, by button and key. */
export function useRoomCommands(room: MeetRoom, options: Options): RoomCommands {
  const latest = useRef(options);
  latest.current = options;
  const commands = useMemo(() => makeCommands(room, latest), [room]);
  useEffect(() => {
    const runs: Record<string, (() => void) | undefined> = {
      m: commands.microphone,
      c: commands.camera,
      s: commands.screen,
      h: commands.hand,
      t: () => commands.panel('lines'),
      p: () => commands.panel('people'),
      d: commands.draw,
      l: commands.layout,
      '?': commands.help,
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
      // True if a menu or an invitation is above the room.
      const isCovered =
        document.querySelectorAll('[role="dialog"]').length > 1 || document.querySelector('[role="menu"]');
      if (!isPlain || isCovered || isTyping(event.target)) return;
      const key = event.key.toLowerCase();
      const isDrawing = useDrawing.getState().of > 0;
      const run = key === 'escape' ? (isDrawing ? commands.draw : latest.current.onMinimise) : runs[key];
      if (!run) return;
      event.preventDefault();
      run();
    };
    // The key is handled before a menu does, because a menu that Escape closes still covers the room.
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [commands]);
  return commands;
}

function makeCommands(room: MeetRoom, latest: { current: Options }): RoomCommands {
  const start = async (kind: 'audio' | 'camera' | 'screen') => {
    try {
      if (kind === 'screen') {
        const shared = await openScreen();
        if (!shared) return;
        room.send('screen', shared.screen);
        if (shared.sound) room.send('sound', shared.sound);
      } else room.send(kind, await openDevice(kind));
    } catch (error) {
      notify(error instanceof DeviceTrouble ? t(error.key) : mediaErrorWords(error), { kind: 'error' });
    }
  };
  const toggle = (kind: 'camera' | 'screen') => {
    if (room.view.getState().own[kind]) room.send(kind, null);
    else void start(kind);
  };
  return {
    microphone() {
      const { own, isMuted } = room.view.getState();
      if (own.audio) return room.mute(!isMuted);
      room.mute(false);
      void start('audio');
    },
    camera: () => toggle('camera'),
    screen: () => toggle('screen'),
    hand: () => room.raise(!room.me?.hand),
    draw() {
      const screen = room.view.getState().people.find((each) => each.screen);
      useDrawing.setState(({ of }) => ({ of: of > 0 ? 0 : (screen?.uid ?? 0) }));
    },
    layout() {
      const { layout } = useRoomLayout.getState();
      setLayout(LAYOUTS[(LAYOUTS.indexOf(layout) + 1) % LAYOUTS.length] ?? 'grid');
    },
    panel: (panel) => latest.current.setPanel((before) => (before === panel ? null : panel)),
    help: () => latest.current.onHelp(),
  };
}
