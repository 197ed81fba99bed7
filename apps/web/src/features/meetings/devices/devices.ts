import type { MessageKey } from '@atrium/i18n/translate.ts';
import { blurBackground } from './backgroundBlur.ts';

export type Device = 'audio' | 'camera';

/** The reason why a microphone or camera does not start, as a text's key. */
export class DeviceTrouble extends Error {
  readonly key: MessageKey;
  constructor(key: MessageKey) {
    super(key);
    this.key = key;
  }
}

const REASONS: Record<string, 'denied' | 'none' | 'busy'> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

export function troubleOf(device: Device, error: unknown): DeviceTrouble {
  if (error instanceof DeviceTrouble) return error;
  const reason = REASONS[(error as Error).name] ?? 'failed';
  return new DeviceTrouble(`meeting.${reason}_${device}`);
}

/** An effect that the person can choose on this device. */
type Effect = 'noise' | 'blur';
const effectKey = (effect: Effect) => `meeting.${effect}`;
/**
 * True if an effect is on. Noise is reduced unless that is turned off, for music for example; the background is blurred
 * only if that is turned on.
 */
export const isEffectOn = (effect: Effect): boolean =>
  localStorage.getItem(effectKey(effect)) === (effect === 'noise' ? null : 'on');
export const storeEffect = (effect: Effect, isOn: boolean): void => {
  if (isOn === (effect === 'noise')) localStorage.removeItem(effectKey(effect));
  else localStorage.setItem(effectKey(effect), isOn ? 'on' : 'off');
};

const audioWanted = (): MediaTrackConstraints => ({
  echoCancellation: true,
  noiseSuppression: isEffectOn('noise'),
  autoGainControl: true,
});
const CAMERA: MediaTrackConstraints = {
  width: { ideal: 1280 },
  height: { ideal: 720 },
  frameRate: { ideal: 24, max: 30 },
};

/** @throws DeviceTrouble */
export async function openDevice(device: Device, deviceId = ''): Promise<MediaStreamTrack> {
  const { mediaDevices } = navigator;
  // Browsers provide no devices on insecure addresses.
  if (!mediaDevices) throw new DeviceTrouble(window.isSecureContext ? `meeting.failed_${device}` : 'meeting.insecure');
  const wanted = {
    ...(device === 'audio' ? audioWanted() : CAMERA),
    ...(deviceId && { deviceId: { exact: deviceId } }),
  };
  try {
    const stream = await mediaDevices.getUserMedia(device === 'audio' ? { audio: wanted } : { video: wanted });
    const [track] = stream.getTracks();
    if (!track) throw new DeviceTrouble(`meeting.none_${device}`);
    return device === 'camera' && isEffectOn('blur') ? await blurFrom(track) : track;
  } catch (error) {
    // The device was unplugged after it was chosen.
    if (deviceId && (error as Error).name === 'OverconstrainedError') return openDevice(device);
    throw troubleOf(device, error);
  }
}

/**
 * Blurs the background, by the system or else here. If neither works, an error says so and the next camera is not
 * blurred.
 */
async function blurFrom(camera: MediaStreamTrack): Promise<MediaStreamTrack> {
  if (await blur(camera, true)) return camera;
  try {
    return await blurBackground(camera);
  } catch {
    storeEffect('blur', false);
    throw new DeviceTrouble('meeting.blur_failed');
  }
}

/**
 * True if the system can blur the background of this camera, as macOS, Windows with such a camera, and ChromeOS do. The
 * browser reports it: https://www.w3.org/TR/mediacapture-extensions/#background-blur
 */
export function canBlur(track: MediaStreamTrack): boolean {
  // jsdom and older browsers have no capabilities.
  const can = (track.getCapabilities?.() ?? {}) as { backgroundBlur?: boolean[] };
  return can.backgroundBlur?.includes(true) === true && can.backgroundBlur.includes(false);
}
/** Blurs by the camera itself. Resolves with false if the camera cannot. */
export async function blur(track: MediaStreamTrack, isOn: boolean): Promise<boolean> {
  if (!canBlur(track)) return false;
  return track.applyConstraints({ ...CAMERA, backgroundBlur: isOn } as MediaTrackConstraints).then(
    () => true,
    () => false,
  );
}

export const canShareScreen = (): boolean =>
  typeof (navigator.mediaDevices as MediaDevices | undefined)?.getDisplayMedia === 'function';

/**
 * Shares a screen, with the sound of the tab or the computer if the browser offers it. Null if the person canceled.
 * @throws DeviceTrouble
 */
export async function openScreen(): Promise<{ screen: MediaStreamTrack; sound: MediaStreamTrack | null } | null> {
  try {
    const stream = await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: 15 }, audio: true });
    const tracks = stream.getTracks();
    const screen = tracks.find((each) => each.kind !== 'audio');
    if (!screen) return null;
    screen.contentHint = 'detail';
    return { screen, sound: tracks.find((each) => each.kind === 'audio') ?? null };
  } catch (error) {
    if ((error as Error).name === 'NotAllowedError') return null;
    throw new DeviceTrouble('meeting.failed_screen');
  }
}

const KINDS = { audio: 'audioinput', camera: 'videoinput', speaker: 'audiooutput' } as const;
/** Lists devices that have a name, which they get once permission is given. */
export async function listDevices(device: Device | 'speaker'): Promise<{ value: string; label: string }[]> {
  const kind = KINDS[device];
  const all = (await navigator.mediaDevices?.enumerateDevices().catch(() => [])) ?? [];
  return all
    .filter((each) => each.kind === kind && each.deviceId && each.label)
    .map((each) => ({ value: each.deviceId, label: each.label }));
}

/** A track's level, from 0 to 1. */
export function meterOf(track: MediaStreamTrack): { level: () => number; close: () => void } {
  if (typeof AudioContext === 'undefined') return { level: () => 0, close: () => undefined };
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 512;
  context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
  const wave = new Float32Array(analyser.fftSize);
  return {
    level() {
      analyser.getFloatTimeDomainData(wave);
      const power = wave.reduce((sum, value) => sum + value * value, 0) / wave.length;
      // The level is amplified, because speech rarely uses the full scale.
      return Math.min(1, Math.sqrt(power) * 4);
    },
    close: () => void context.close(),
  };
}
