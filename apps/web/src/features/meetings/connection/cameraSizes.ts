/** The factor by which a large video is reduced: with more people its tile is smaller. */
const scaleFor = (people: number): number => (people <= 3 ? 1 : people <= 6 ? 1.5 : people <= 12 ? 2 : 3);
const SMALL = { height: 180, maxBitrate: 150_000, maxFramerate: 15 };

interface Cameras {
  large: RTCRtpSender | undefined;
  small: RTCRtpSender | undefined;
  /** The number of people in the meeting, including this person. */
  people: number;
  /** The height of the camera's picture in pixels. */
  height: number;
  /** False if nobody gets the large picture, because encoding it would waste battery. */
  isLargeActive: boolean;
}

/** Sets the sizes in which the person's own camera is sent. */
export function limitCameras({ large, small, people, height, isLargeActive }: Cameras): void {
  const { maxBitrate, maxFramerate } = SMALL;
  limit(large, { scaleResolutionDownBy: scaleFor(people), active: isLargeActive });
  limit(small, { scaleResolutionDownBy: Math.max(1, height / SMALL.height), maxBitrate, maxFramerate });
}

function limit(sender: RTCRtpSender | undefined, wanted: Partial<RTCRtpEncodingParameters>): void {
  const parameters = sender?.getParameters();
  const [encoding] = parameters?.encodings ?? [];
  if (!sender || !parameters || !encoding) return;
  const isSame = Object.entries(wanted).every(([key, value]) => encoding[key as keyof typeof wanted] === value);
  if (isSame) return;
  Object.assign(encoding, wanted);
  sender.setParameters(parameters).catch(() => undefined);
}
