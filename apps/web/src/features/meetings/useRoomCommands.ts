import { useEffect } from 'react';
import { t } from '#sync/language.ts';
import { notify } from '#ui/overlays/notices.ts';
import { DeviceTrouble, openDevice, openScreen } from './devices.ts';
import type { MeetRoom } from './room.ts';

export interface RoomCommands {
  microphone: () => void;
  camera: () => void;
  screen: () => void;
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** The actions in a room, by button and key: M, C, and Escape, which minimizes it. */
export function useRoomCommands(room: MeetRoom, onMinimise?: () => void): RoomCommands {
  const commands = commandsOf(room);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat;
      // A menu or an invitation is above the room.
      const isCovered =
        document.querySelectorAll('[role="dialog"]').length > 1 || document.querySelector('[role="menu"]');
      if (!isPlain || isCovered || isTyping(event.target)) return;
      const key = event.key.toLowerCase();
      const run =
        key === 'm' ? commands.microphone : key === 'c' ? commands.camera : key === 'escape' ? onMinimise : null;
      if (!run) return;
      event.preventDefault();
      run();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [commands, onMinimise]);
  return commands;
}

const known = new WeakMap<MeetRoom, RoomCommands>();
function commandsOf(room: MeetRoom): RoomCommands {
  const made = known.get(room) ?? makeCommands(room);
  known.set(room, made);
  return made;
}

function makeCommands(room: MeetRoom): RoomCommands {
  const start = async (kind: 'audio' | 'camera' | 'screen') => {
    try {
      const track = kind === 'screen' ? await openScreen() : await openDevice(kind);
      if (track) room.send(kind, track);
    } catch (error) {
      if (!(error instanceof DeviceTrouble)) throw error;
      notify(t(error.key), { kind: 'error' });
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
  };
}
