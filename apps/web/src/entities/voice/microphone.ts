import { encodeMp3, RATE } from './encode.ts';
import type { Microphone, Recording } from './recorder.ts';

const SLICE_MS = 200;
/** The factor for levels, because speech rarely uses the full scale. */
const GAIN = 3;

export async function openMicrophone(): Promise<Microphone> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { noiseSuppression: true, echoCancellation: true, channelCount: 1 },
  });
  const context = new AudioContext();
  const meter = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(meter);
  const recorder = new MediaRecorder(stream);
  const parts: Blob[] = [];
  const startedAt = performance.now();
  let arrived = 0;
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size === 0) return;
    parts.push(data);
    arrived = performance.now() - startedAt;
  });
  recorder.start(SLICE_MS);
  const wave = new Float32Array(meter.fftSize);
  const release = () => {
    for (const track of stream.getTracks()) track.stop();
    void context.close();
  };
  return {
    level() {
      meter.getFloatTimeDomainData(wave);
      const power = wave.reduce((sum, value) => sum + value * value, 0) / wave.length;
      return Math.min(1, Math.sqrt(power) * GAIN);
    },
    arrived: () => arrived,
    async end() {
      await new Promise((resolve) => {
        recorder.addEventListener('stop', resolve, { once: true });
        recorder.stop();
      });
      try {
        return await asMp3(context, new Blob(parts, { type: recorder.mimeType }));
      } finally {
        release();
      }
    },
    drop() {
      if (recorder.state !== 'inactive') recorder.stop();
      release();
    },
  };
}

/** Converts a recording to mp3: browsers record in different formats, but all of them play mp3. */
export async function asMp3(context: AudioContext, recorded: Blob): Promise<Recording> {
  const audio = await context.decodeAudioData(await recorded.arrayBuffer());
  const offline = new OfflineAudioContext(1, Math.max(1, Math.ceil(audio.duration * RATE)), RATE);
  const source = offline.createBufferSource();
  source.buffer = audio;
  source.connect(offline.destination);
  source.start();
  const sound = await offline.startRendering();
  const content = await encodeMp3(sound.getChannelData(0));
  return { content, duration: Math.round(audio.duration * 1000) };
}
