import { encodeVoice } from './mp3.ts';

addEventListener('message', ({ data }: MessageEvent<{ samples: Float32Array; rate: number }>) => {
  postMessage(encodeVoice(data.samples, data.rate));
});
