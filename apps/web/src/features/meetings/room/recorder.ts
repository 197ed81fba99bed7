import { driveUpload } from '@atrium/contract/files/drive.ts';
import { create } from 'zustand';
import { nowDate } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import { client } from '#sync/session.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';
import type { MeetRoom } from '../connection/room.ts';
import { gridOf } from './grid.ts';

/**
 * Records a room in the browser of the person who asks for it: everybody's sound mixed, and the shared screen, or the
 * cameras in a grid. The recording goes into that person's own files.
 */
export const useRecording = create<{ state: 'off' | 'on' | 'saving' }>(() => ({ state: 'off' }));

const WIDTH = 1280;
const HEIGHT = 720;
const FRAMES_PER_SECOND = 15;
const VIDEO_BITS = 1_500_000;
/** Parts are handed over in this interval: a crash of the recorder loses no more. */
const PART_MS = 5000;
const GAP = 8;
const TYPES = ['video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'];

export const canRecord = (): boolean =>
  typeof MediaRecorder === 'function' && typeof HTMLCanvasElement.prototype.captureStream === 'function';

let running: Recording | null = null;

export function startRecording(room: MeetRoom): void {
  if (running) return;
  running = new Recording(room);
  useRecording.setState({ state: 'on' });
  room.record(true);
}

/** Stops and stores it. What cannot be stored is offered as a download. */
export async function stopRecording(): Promise<void> {
  const ended = running;
  if (!ended) return;
  running = null;
  useRecording.setState({ state: 'saving' });
  ended.room.record(false);
  const file = await ended.stop();
  try {
    await client.api.upload(driveUpload, {
      fields: { pid: '0', cover: '0' },
      file: { field: 'files', name: file.name, content: file },
      onProgress: () => undefined,
    });
    notify(t('meeting.recording_saved', { name: file.name }));
  } catch (error) {
    download(file);
    notify(t('meeting.recording_kept', { reason: wordsOf(error) }), { kind: 'error' });
  } finally {
    useRecording.setState({ state: 'off' });
  }
}

function download(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

class Recording {
  readonly room: MeetRoom;
  readonly #context = new AudioContext();
  readonly #mix = this.#context.createMediaStreamDestination();
  readonly #sounds = new Map<MediaStreamTrack, MediaStreamAudioSourceNode>();
  readonly #videos = new Map<MediaStreamTrack, HTMLVideoElement>();
  readonly #canvas = document.createElement('canvas');
  readonly #recorder: MediaRecorder;
  readonly #parts: Blob[] = [];
  readonly #timer: number;
  readonly #startedAt = nowDate();

  constructor(room: MeetRoom) {
    this.room = room;
    this.#canvas.width = WIDTH;
    this.#canvas.height = HEIGHT;
    const stream = this.#canvas.captureStream(FRAMES_PER_SECOND);
    for (const track of this.#mix.stream.getAudioTracks()) stream.addTrack(track);
    const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
    this.#recorder = new MediaRecorder(stream, { videoBitsPerSecond: VIDEO_BITS, ...(mimeType && { mimeType }) });
    this.#recorder.addEventListener('dataavailable', ({ data }) => {
      if (data.size > 0) this.#parts.push(data);
    });
    this.#timer = window.setInterval(() => this.#draw(), 1000 / FRAMES_PER_SECOND);
    this.#recorder.start(PART_MS);
    this.#draw();
  }

  async stop(): Promise<File> {
    clearInterval(this.#timer);
    await new Promise<void>((resolve) => {
      this.#recorder.addEventListener('stop', () => resolve(), { once: true });
      if (this.#recorder.state === 'inactive') resolve();
      else this.#recorder.stop();
    });
    for (const node of this.#sounds.values()) node.disconnect();
    for (const video of this.#videos.values()) video.srcObject = null;
    await this.#context.close();
    const type = this.#recorder.mimeType.split(';')[0] || 'video/webm';
    const ending = type.endsWith('mp4') ? 'mp4' : 'webm';
    return new File(this.#parts, `${nameFor(this.room.entry.name, this.#startedAt)}.${ending}`, { type });
  }

  #draw(): void {
    const { people, tracks, own, isMuted } = this.room.view.getState();
    const of = (uid: number) => (uid === this.room.entry.uid ? own : (tracks.get(uid) ?? {}));
    this.#hear(
      people.flatMap(({ uid }) => [uid === this.room.entry.uid && isMuted ? undefined : of(uid).audio, of(uid).sound]),
    );
    const screens = people.filter(({ screen }) => screen);
    const shown = screens.length > 0 ? screens : people;
    const pen = this.#canvas.getContext('2d');
    if (!pen) return;
    pen.fillStyle = '#131418';
    pen.fillRect(0, 0, WIDTH, HEIGHT);
    const { columns, rows } = gridOf(shown.length, false);
    const [width, height] = [WIDTH / columns, HEIGHT / rows];
    const seen = new Set<MediaStreamTrack>();
    for (const [index, { uid, nickname, camera, screen }] of shown.slice(0, columns * rows).entries()) {
      const [x, y] = [(index % columns) * width, Math.floor(index / columns) * height];
      const track = screens.length > 0 ? of(uid).screen : camera ? of(uid).camera : undefined;
      if (track) {
        seen.add(track);
        this.#paint(pen, track, { x, y, width, height });
      }
      pen.fillStyle = '#fff';
      pen.font = `${track || screen ? 18 : 32}px sans-serif`;
      pen.textAlign = track ? 'left' : 'center';
      pen.fillText(nickname, track ? x + 16 : x + width / 2, track ? y + height - 20 : y + height / 2, width - 32);
    }
    for (const [track, video] of this.#videos) {
      if (seen.has(track)) continue;
      video.srcObject = null;
      this.#videos.delete(track);
    }
  }

  /** As large as fits into its place. */
  #paint(
    pen: CanvasRenderingContext2D,
    track: MediaStreamTrack,
    place: { x: number; y: number; width: number; height: number },
  ): void {
    const video = this.#videos.get(track) ?? document.createElement('video');
    if (!this.#videos.has(track)) {
      this.#videos.set(track, video);
      video.muted = true;
      video.srcObject = new MediaStream([track]);
      video.play().catch(() => undefined);
    }
    if (video.videoWidth === 0) return;
    const scale = Math.min((place.width - GAP) / video.videoWidth, (place.height - GAP) / video.videoHeight);
    const [width, height] = [video.videoWidth * scale, video.videoHeight * scale];
    pen.drawImage(video, place.x + (place.width - width) / 2, place.y + (place.height - height) / 2, width, height);
  }

  #hear(wanted: readonly (MediaStreamTrack | undefined)[]): void {
    const live = new Set(wanted.filter((track) => track?.readyState === 'live'));
    for (const track of live) {
      if (!track || this.#sounds.has(track)) continue;
      const node = this.#context.createMediaStreamSource(new MediaStream([track]));
      node.connect(this.#mix);
      this.#sounds.set(track, node);
    }
    for (const [track, node] of this.#sounds) {
      if (live.has(track)) continue;
      node.disconnect();
      this.#sounds.delete(track);
    }
  }
}

/** `Harbor talk 2026-11-26 09.30`: without characters that file systems refuse. */
export function nameFor(meeting: string, at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${meeting.replace(/[\\/:*?"<>|]+/g, ' ').trim()} ${day} ${two(at.getHours())}.${two(at.getMinutes())}`;
}
