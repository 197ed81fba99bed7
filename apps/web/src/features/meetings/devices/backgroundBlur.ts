import type { GaussianBlurBackgroundProcessor } from '@twilio/video-processors';

/** Blur radius that makes text on a wall unreadable. */
const RADIUS = 15;
const CAMERA: MediaTrackConstraints = { width: { ideal: 640 }, height: { ideal: 360 }, frameRate: { ideal: 24 } };
const LOAD_MS = 30_000;
/** The rate of pictures in browsers that do not provide the camera's pictures one by one. */
const PICTURES_PER_SECOND = 20;

/** An interface of Chromium, which gives the pictures of a track one after the other, also while the page is hidden. */
interface Breakout {
  MediaStreamTrackProcessor?: new (from: { track: MediaStreamTrack }) => { readable: ReadableStream<VideoFrame> };
  MediaStreamTrackGenerator?: new (of: {
    kind: 'video';
  }) => MediaStreamTrack & { writable: WritableStream<VideoFrame> };
}
const breakout = () => window as unknown as Breakout;

/** True if this browser can blur the background of a camera without the system's help. */
export const canBlurHere = (): boolean =>
  typeof OffscreenCanvas === 'function' &&
  typeof WebAssembly === 'object' &&
  (Boolean(breakout().MediaStreamTrackGenerator) || typeof HTMLCanvasElement.prototype.captureStream === 'function');

let loading: Promise<GaussianBlurBackgroundProcessor> | undefined;
/**
 * Loads the library, 0.75 MB compressed, when somebody blurs for the first time. One worker serves the page, which has
 * one camera.
 */
function blurrer(): Promise<GaussianBlurBackgroundProcessor> {
  loading ??= import('@twilio/video-processors').then(async (library) => {
    // The address of the worker, WebAssembly and model, which the library requests by name (vite.config.ts).
    const assetsPath = `/assets/blur-${library.version}/`;
    const made = new library.GaussianBlurBackgroundProcessor({ assetsPath, blurFilterRadius: RADIUS });
    // A timer is needed, because a worker that is not found reports no error.
    const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no answer')), LOAD_MS));
    await Promise.race([made.loadModel(), late]);
    return made;
  });
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/**
 * Blurs the background of a camera's pictures. The person is found in this browser, and no picture leaves it unblurred.
 * It ends with the camera, and stopping it stops the camera.
 *
 * @throws if the model cannot be loaded; the camera is stopped then
 */
export async function blurBackground(camera: MediaStreamTrack): Promise<MediaStreamTrack> {
  try {
    const blur = await blurrer();
    // A smaller size gives twice the pictures per second on a machine without a graphics card. Some cameras do not have
    // it.
    await camera.applyConstraints?.(CAMERA).catch(() => undefined);
    const { MediaStreamTrackProcessor, MediaStreamTrackGenerator } = breakout();
    const track =
      MediaStreamTrackProcessor && MediaStreamTrackGenerator
        ? piped(
            blur,
            new MediaStreamTrackProcessor({ track: camera }),
            new MediaStreamTrackGenerator({ kind: 'video' }),
          )
        : await drawn(blur, camera);
    return belonging(track, camera);
  } catch (error) {
    camera.stop();
    throw error;
  }
}

type Processor = InstanceType<NonNullable<Breakout['MediaStreamTrackProcessor']>>;
type Generator = InstanceType<NonNullable<Breakout['MediaStreamTrackGenerator']>>;
function piped(blur: GaussianBlurBackgroundProcessor, { readable }: Processor, track: Generator): MediaStreamTrack {
  const canvas = new OffscreenCanvas(1, 1);
  // The context is created here, because the library would ask for another kind, which it cannot draw on outside of the
  // page.
  canvas.getContext('bitmaprenderer');
  const blurring = new TransformStream<VideoFrame, VideoFrame>({
    async transform(picture, out) {
      const { timestamp, displayWidth, displayHeight } = picture;
      if (canvas.width !== displayWidth) canvas.width = displayWidth;
      if (canvas.height !== displayHeight) canvas.height = displayHeight;
      // The library passes the picture to its worker, which closes it.
      await blur.processFrame(picture, canvas as unknown as HTMLCanvasElement);
      out.enqueue(new VideoFrame(canvas, { timestamp }));
    },
  });
  readable
    .pipeThrough(blurring)
    .pipeTo(track.writable)
    .catch(() => {
      track.stop();
      track.dispatchEvent(new Event('ended'));
    });
  return track;
}

/** Draws a video onto a canvas, in other browsers; a hidden page shows fewer pictures. */
async function drawn(blur: GaussianBlurBackgroundProcessor, camera: MediaStreamTrack): Promise<MediaStreamTrack> {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.srcObject = new MediaStream([camera]);
  await video.play();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
  canvas.getContext('bitmaprenderer');
  const [track] = canvas.captureStream(PICTURES_PER_SECOND).getVideoTracks();
  if (!track) throw new Error('a canvas without a track');
  const draw = async () => {
    if (camera.readyState === 'ended') {
      video.srcObject = null;
      return;
    }
    if (video.videoWidth > 0) await blur.processFrame(video, canvas).catch(() => undefined);
    setTimeout(() => void draw(), 1000 / PICTURES_PER_SECOND);
  };
  void draw();
  return track;
}

/** Makes a track that ends with its camera and has its settings. */
function belonging(track: MediaStreamTrack, camera: MediaStreamTrack): MediaStreamTrack {
  const stop = track.stop.bind(track);
  camera.addEventListener('ended', () => {
    stop();
    track.dispatchEvent(new Event('ended'));
  });
  return Object.assign(track, {
    stop() {
      stop();
      camera.stop();
    },
    getSettings: () => camera.getSettings(),
  });
}
