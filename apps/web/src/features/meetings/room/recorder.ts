import { create } from 'zustand';
import { canAsk } from '#entities/assistant/writing.actions.ts';
import { canConvert } from '#entities/voice/voice.actions.ts';
import { nowDate } from '#sync/clock.ts';
import { t } from '#sync/language.ts';
import { wordsOf } from '#sync/words.ts';
import { notify } from '#ui/overlays/notices.ts';
import type { MeetRoom } from '../connection/room.ts';
import type { Mark } from '../connection/roomView.ts';
import { type NotesSource, useMeetingNotes } from '../meetingNotes.ts';
import { storeInOwnFiles } from '../ownFiles.ts';
import { gridOf } from './grid.ts';
import { fitted } from './marks.ts';
import { colorOf, pairsOf } from './ScreenMarks.tsx';
import { Transcript } from './transcript.ts';

/**
 * Records a room in the browser of the person who asks for it: everybody's sound mixed, and the shared screen, or the
 * cameras in a grid. If the workspace turns voice into text, there is a transcript too. Both go into that person's own
 * files.
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

/** Starts a recording. It ends with the meeting, if not before. */
export function startRecording(room: MeetRoom): void {
  if (running) return;
  running = new Recording(room);
  useRecording.setState({ state: 'on' });
  window.addEventListener('beforeunload', warn);
  room.record(true);
  room.onOver(() => void stopRecording());
  const recording = running;
  const forget = room.view.subscribe(() => {
    if (running !== recording) return forget();
    if (isRefused(room)) void stopRecording();
  });
}

/**
 * True if the room no longer shows this recording: after a lost connection, it does only for people who may still
 * record. Nobody is recorded without seeing it.
 */
function isRefused({ view, me }: MeetRoom): boolean {
  return view.getState().phase === 'in' && me !== undefined && !me.isModerator && !me.isRecording;
}

/** Lets the browser ask before it closes a page with a recording that is not stored yet. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** Stops the recording and stores it. If that fails, it is offered as a download. */
export async function stopRecording(): Promise<void> {
  const ended = running;
  if (!ended) return;
  running = null;
  useRecording.setState({ state: 'saving' });
  ended.room.record(false);
  const { file, name, transcript } = await ended.stop();
  try {
    await storeInOwnFiles(file);
    if (transcript) await storeInOwnFiles(textFile(t('meeting.transcript_file', { name }), transcript));
    else notify(t('meeting.recording_saved', { name: file.name }));
    if (transcript) offerNotes({ name, transcript, dialogId: ended.room.entry.dialog_id });
  } catch (error) {
    download(file);
    if (transcript) download(textFile(t('meeting.transcript_file', { name }), transcript));
    notify(t('meeting.recording_kept', { reason: wordsOf(error) }), { kind: 'error' });
  } finally {
    window.removeEventListener('beforeunload', warn);
    useRecording.setState({ state: 'off' });
  }
}

const textFile = (name: string, text: string) => new File([text], `${name}.txt`, { type: 'text/plain' });

/** Shows that the recording is stored. An assistant writes notes from the transcript for those who ask for them. */
function offerNotes(source: NotesSource): void {
  const text = t('meeting.recording_saved_transcript', { name: source.name });
  if (!canAsk()) return notify(text);
  const run = () => useMeetingNotes.setState({ source });
  notify(text, { action: { label: t('ai.notes_run'), run }, stays: true });
}

function download(file: File): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
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
  readonly #transcript: Transcript | undefined;

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
    if (canConvert()) this.#transcript = new Transcript(room);
  }

  /** Ends the recording. `transcript` is '' if there is none. */
  async stop(): Promise<{ file: File; name: string; transcript: string }> {
    clearInterval(this.#timer);
    const ending = this.#transcript?.end();
    await new Promise<void>((resolve) => {
      this.#recorder.addEventListener('stop', () => resolve(), { once: true });
      if (this.#recorder.state === 'inactive') resolve();
      else this.#recorder.stop();
    });
    for (const node of this.#sounds.values()) node.disconnect();
    for (const video of this.#videos.values()) video.srcObject = null;
    await this.#context.close();
    const transcript = (await ending) ?? '';
    const type = this.#recorder.mimeType.split(';')[0] || 'video/webm';
    const extension = type.endsWith('mp4') ? 'mp4' : 'webm';
    const name = nameFor(this.room.entry.name, this.#startedAt);
    return { file: new File(this.#parts, `${name}.${extension}`, { type }), name, transcript };
  }

  #draw(): void {
    const { people, tracks, own, isMuted, marks } = this.room.view.getState();
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
        const place = this.#paint(pen, track, { x, y, width, height });
        for (const mark of marks) if (place && screen && mark.of === uid) strokeOn(pen, mark, place);
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

  /** Draws a picture as large as fits into its place. */
  #paint(pen: CanvasRenderingContext2D, track: MediaStreamTrack, place: Place): Place | null {
    const video = this.#videos.get(track) ?? document.createElement('video');
    if (!this.#videos.has(track)) {
      this.#videos.set(track, video);
      video.muted = true;
      video.srcObject = new MediaStream([track]);
      video.play().catch(() => undefined);
    }
    if (video.videoWidth === 0) return null;
    const box = { width: place.width - GAP, height: place.height - GAP };
    const { left, top, width, height } = fitted(box, { width: video.videoWidth, height: video.videoHeight });
    const [x, y] = [place.x + GAP / 2 + left, place.y + GAP / 2 + top];
    pen.drawImage(video, x, y, width, height);
    return { x, y, width, height };
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

function strokeOn(pen: CanvasRenderingContext2D, mark: Mark, { x, y, ...size }: Place): void {
  const [first, ...rest] = pairsOf(mark.points, size);
  if (!first) return;
  pen.strokeStyle = colorOf(mark.uid);
  pen.lineWidth = 5;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.beginPath();
  pen.moveTo(x + first[0], y + first[1]);
  for (const [toX, toY] of rest.length > 0 ? rest : [first]) pen.lineTo(x + toX, y + toY);
  pen.stroke();
}

/** Names a file `Harbor talk 2026-11-26 09.30`, without characters that file systems refuse. */
export function nameFor(meeting: string, at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${meeting.replace(/[\\/:*?"<>|]+/g, ' ').trim()} ${day} ${two(at.getHours())}.${two(at.getMinutes())}`;
}
