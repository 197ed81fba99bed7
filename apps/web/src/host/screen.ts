/** Missing in TypeScript's types. https://w3c.github.io/mediacapture-screen-share/#capturecontroller */
interface Controller {
  setFocusBehavior(behavior: 'no-focus-change'): void;
}
type Shared = DisplayMediaStreamOptions & { controller?: Controller };

/** The longest wait for a picture, because a minimized window never delivers one. */
const SHOWN_MS = 8000;

export const canCapture = (): boolean => 'getDisplayMedia' in (navigator.mediaDevices ?? {});

/** Takes a single picture of a screen, window or page that the person chooses. Null if they cancel. */
export async function captureScreen(): Promise<Blob | null> {
  let stream: MediaStream;
  try {
    stream = await navigator.mediaDevices.getDisplayMedia(wanted());
  } catch (error) {
    // This is the browser's error after canceling, and without permission.
    if (error instanceof DOMException && error.name === 'NotAllowedError') return null;
    throw error;
  }
  const isOver = Promise.withResolvers<never>();
  const end = () => isOver.reject(new Error('There is nothing to take a picture of.'));
  const timer = setTimeout(end, SHOWN_MS);
  for (const track of stream.getTracks()) track.addEventListener('ended', end);
  try {
    return await Promise.race([pictureOf(stream), isOver.promise]);
  } finally {
    clearTimeout(timer);
    for (const track of stream.getTracks()) track.stop();
  }
}

function wanted(): Shared {
  const video = { frameRate: 5 };
  if (!('CaptureController' in globalThis)) return { video, audio: false };
  const controller = new (globalThis as unknown as { CaptureController: new () => Controller }).CaptureController();
  // The focus stays, so that typing continues: by default the browser would switch to the shared page.
  controller.setFocusBehavior('no-focus-change');
  return { video, audio: false, controller };
}

async function pictureOf(stream: MediaStream): Promise<Blob> {
  const video = document.createElement('video');
  video.muted = true;
  video.srcObject = stream;
  await video.play();
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  video.srcObject = null;
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('There is no picture of the screen.'))),
      'image/png',
    );
  });
}
