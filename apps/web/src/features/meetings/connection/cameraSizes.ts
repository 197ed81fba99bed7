/** A large video is as large as its tile: smaller with more people. */
const scaleFor = (people: number): number => (people <= 3 ? 1 : people <= 6 ? 1.5 : people <= 12 ? 2 : 3);
const SMALL = { height: 180, maxBitrate: 150_000, maxFramerate: 15 };

interface Cameras {
  large: RTCRtpSender | undefined;
  small: RTCRtpSender | undefined;
  /** The number of people in the meeting, with oneself. */
  people: number;
  /** Pixels of the camera. */
  height: number;
  /** Encoding what nobody gets would waste battery. */
  isLargeActive: boolean;
}

/** Sets in which sizes one's own camera is sent. */
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
