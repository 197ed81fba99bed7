/** Shows the largest video of the room in a small window above all others, or closes it. */
export const canPop = (): boolean => 'pictureInPictureEnabled' in document && document.pictureInPictureEnabled;

export async function togglePicture(): Promise<void> {
  if (document.pictureInPictureElement) return document.exitPictureInPicture();
  const videos = [...document.querySelectorAll<HTMLVideoElement>('video[data-meeting-media]')];
  const area = ({ clientWidth, clientHeight, videoWidth }: HTMLVideoElement) =>
    videoWidth > 0 ? clientWidth * clientHeight : 0;
  const [largest] = videos.filter((video) => !video.dataset['mirrored']).toSorted((a, b) => area(b) - area(a));
  const shown = largest ?? videos[0];
  if (shown) await shown.requestPictureInPicture();
}
