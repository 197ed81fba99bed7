import { MEETING_SOCKET } from '@atrium/contract/chat/meetingRoom.ts';
import { WebSocket } from 'ws';

/** Header of a connection that another node passes on. */
export const RELAYED = 'x-atrium-relayed';
/** Longest wait for the other node. */
const CONNECT_MS = 5000;
/**
 * The code that closes a connection when the other node is gone: the browser connects again, and is sent to the room's
 * new node.
 */
const RESTART = 1012;
/** Unsent bytes at which a side counts as unable to follow, as at the room itself. */
const MAX_BUFFERED_BYTES = 1024 * 1024;
/** Codes that a program may close with (RFC 6455, 7.4). */
const isSendable = (code: number) => code === 1000 || (code >= 3000 && code < 5000);

/**
 * Carries a participant's signalling to the node that has the room. Audio and video go to that node directly, by the
 * addresses that it offers.
 *
 * @param first  the frame that the participant has already sent
 */
export function relayTo(
  address: string,
  participant: WebSocket,
  {
    first,
    origin,
    language,
    ip,
    proof,
    onUnreachable,
  }: {
    first: string;
    origin: string;
    language: string;
    ip: string;
    /** The proof that `relayProof` in `tickets.ts` makes. */
    proof: string;
    /** Called if the other node does not accept connections. */
    onUnreachable: () => void;
  },
): void {
  // The participant left while their ticket was checked, and nothing would end the connection to the room.
  if (participant.readyState !== participant.OPEN) return;
  const target = new URL(MEETING_SOCKET, address);
  target.protocol = target.protocol.replace('http', 'ws');
  if (language) target.searchParams.set('language', language);
  const room = new WebSocket(target, {
    handshakeTimeout: CONNECT_MS,
    perMessageDeflate: false,
    headers: { ...(origin && { origin }), 'x-forwarded-for': ip, [RELAYED]: proof },
  });
  const early: Buffer[] = [];
  const pass = (bytes: Buffer) => {
    if (room.readyState === room.OPEN) passOn(room, bytes);
    else if (early.length < 100) early.push(bytes);
  };
  participant.on('message', pass);
  let isOpen = false;
  let hasLeft = false;
  room.once('open', () => {
    isOpen = true;
    room.send(first);
    for (const bytes of early.splice(0)) room.send(bytes.toString());
  });
  room.on('message', (bytes: Buffer) => {
    if (participant.readyState === participant.OPEN) passOn(participant, bytes);
  });
  room.on('error', () => {
    if (!isOpen && !hasLeft) onUnreachable();
    participant.close(RESTART);
  });
  room.on('close', (code) => participant.close(isSendable(code) ? code : RESTART));
  participant.on('close', (code) => {
    // Giving up a connection while it is being opened is an error, which says nothing about the other node.
    hasLeft = true;
    room.close(isSendable(code) ? code : 1001);
  });
}

function passOn(to: WebSocket, bytes: Buffer): void {
  if (to.bufferedAmount > MAX_BUFFERED_BYTES) to.terminate();
  else to.send(bytes.toString());
}
