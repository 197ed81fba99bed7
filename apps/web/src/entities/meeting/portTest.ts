import { MEETING_SOCKET, type RoomClientMessage, type RoomServerMessage } from '@atrium/contract/chat/meetingRoom.ts';
import { meetingTest } from '@atrium/contract/chat/meetings.ts';
import type { OutputOf } from '@atrium/contract/kit.ts';
import { client } from '#sync/session.ts';

/** The ways for audio and video: by UDP or TCP, through the operator's relay, or through their LiveKit server. */
export type MediaPath = 'udp' | 'tcp' | 'relay' | 'server';
export type PortTest = OutputOf<typeof meetingTest>;

/** The test ends after this time, as a browser's attempt does. */
const GIVE_UP_MS = 15_000;

/** @throws CallError where the forwarding unit does not start */
export const beginPortTest = (): Promise<PortTest> => client.api.call(meetingTest, {});

/** The ways that this server offers. */
export const waysOf = ({ tcp, ice, server }: PortTest): MediaPath[] =>
  server
    ? ['server']
    : ['udp', ...(tcp === null ? [] : ['tcp' as const]), ...(ice.length > 0 ? ['relay' as const] : [])];

/** True if a candidate of the server belongs to this way. The relay reaches the server by UDP. */
const isOf = (way: MediaPath, candidate: string) => / tcp /i.test(candidate) === (way === 'tcp');
const candidatesOf = (way: MediaPath, sdp: string) =>
  sdp
    .split('\r\n')
    .filter((line) => !line.startsWith('a=candidate:') || isOf(way, line))
    .join('\r\n');

/** True if this browser gets a connection to the forwarding unit that way. */
export function isOpen(way: MediaPath, { token, ice }: PortTest): Promise<boolean> {
  const connection = new RTCPeerConnection({
    bundlePolicy: 'max-bundle',
    ...(way === 'relay' && { iceServers: ice, iceTransportPolicy: 'relay' }),
  });
  const socket = new WebSocket(new URL(MEETING_SOCKET, location.href.replace(/^http/, 'ws')));
  const say = (frame: RoomClientMessage) => socket.send(JSON.stringify(frame));
  let turn = 0;
  let work = Promise.resolve();
  const hear = async (says: RoomServerMessage) => {
    if (says.type === 'offer') {
      ({ turn } = says);
      await connection.setRemoteDescription({ type: 'offer', sdp: candidatesOf(way, says.sdp) });
      const answer = await connection.createAnswer();
      await connection.setLocalDescription(answer);
      say({ type: 'answer', turn, sdp: answer.sdp ?? '' });
    }
    if (says.type === 'candidate' && isOf(way, says.candidate))
      await connection.addIceCandidate({ candidate: says.candidate, sdpMid: says.mid });
    return says.type === 'grant' && (await reachesLiveKit(says.url, says.token));
  };
  return new Promise<boolean>((resolve) => {
    const late = window.setTimeout(() => resolve(false), GIVE_UP_MS);
    const end = (isThrough: boolean) => {
      clearTimeout(late);
      resolve(isThrough);
    };
    socket.addEventListener('open', () =>
      say({ type: 'enter', ticket: token, audio: false, camera: false, screen: false }),
    );
    socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
      const says = JSON.parse(data) as RoomServerMessage;
      work = work
        .then(async () => {
          if (await hear(says)) end(true);
        })
        .catch(() => end(false));
    });
    socket.addEventListener('close', () => end(false));
    connection.addEventListener('icecandidate', ({ candidate }) => {
      if (candidate?.candidate && socket.readyState === WebSocket.OPEN)
        say({ type: 'candidate', turn, candidate: candidate.candidate, mid: candidate.sdpMid ?? '' });
    });
    connection.addEventListener('connectionstatechange', () => {
      if (connection.connectionState === 'connected') end(true);
      if (connection.connectionState === 'failed') end(false);
    });
  }).finally(() => {
    connection.close();
    socket.close();
  });
}

/** True if this browser gets into a room there. @throws if it does not */
async function reachesLiveKit(url: string, token: string): Promise<boolean> {
  const { Room } = await import('livekit-client');
  const room = new Room();
  await room.connect(url, token);
  await room.disconnect();
  return true;
}
