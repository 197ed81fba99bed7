import { ROOM_CAPTION } from '@atrium/contract/chat/meetingRoom.ts';
import { asMp3 } from '#entities/voice/microphone.ts';
import { canConvert, convertVoice } from '#entities/voice/voice.actions.ts';
import { client } from '#sync/session.ts';
import { meterOf } from '../devices/devices.ts';
import type { MeetRoom } from './room.ts';
import { SpeechParts } from './speechParts.ts';

const LISTEN_MS = 100;

/**
 * Lets the workspace's service transcribe the person's own speech, part by part, while somebody in the room reads
 * captions and the microphone is on. Guests have no access to the service. Returns a function that stops it.
 */
export function captionOwnSpeech(room: MeetRoom): () => void {
  if (!canConvert() || !client.user || typeof MediaRecorder !== 'function') return () => undefined;
  let stop: ((isLastHeard: boolean) => void) | null = null;
  let track: MediaStreamTrack | undefined;
  const follow = () => {
    const { own, isMuted, people } = room.view.getState();
    const wanted = !isMuted && people.some(({ readsCaptions }) => readsCaptions) ? own.audio : undefined;
    if (wanted === track) return;
    // Speech from before captions were turned off is still captioned, except that of people who mute themselves.
    stop?.(!isMuted);
    track = wanted;
    stop = wanted ? listen(wanted, (sound) => void caption(room, sound)) : null;
  };
  follow();
  const forget = room.view.subscribe(follow);
  return () => {
    forget();
    stop?.(false);
  };
}

/** Records the track in parts with speech. Returns how to stop, with the part that is being said or without it. */
function listen(track: MediaStreamTrack, onPart: (sound: Blob) => void): (isLastHeard: boolean) => void {
  const meter = meterOf(track);
  const parts = new SpeechParts();
  const stream = new MediaStream([track]);
  let recorder: MediaRecorder;
  const begin = () => {
    recorder = new MediaRecorder(stream);
    recorder.start();
    parts.begin(performance.now());
  };
  const passOn = () => recorder.addEventListener('dataavailable', ({ data }) => onPart(data), { once: true });
  begin();
  const timer = window.setInterval(() => {
    const outcome = parts.next(meter.level(), performance.now());
    if (outcome === 'on') return;
    if (outcome === 'spoken') passOn();
    recorder.stop();
    begin();
  }, LISTEN_MS);
  return (isLastHeard) => {
    clearInterval(timer);
    if (isLastHeard && parts.hasSpeech) passOn();
    if (recorder.state !== 'inactive') recorder.stop();
    meter.close();
  };
}

async function caption(room: MeetRoom, sound: Blob): Promise<void> {
  const context = new AudioContext();
  try {
    const text = await convertVoice(0, await asMp3(context, sound));
    if (text.trim()) room.say({ type: 'caption', text: text.trim().slice(0, ROOM_CAPTION) });
  } catch {
    // A part that the service does not understand is left out.
  } finally {
    void context.close();
  }
}
