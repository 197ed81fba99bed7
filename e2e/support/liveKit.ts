import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  JoinResponse,
  LeaveRequest,
  LeaveRequest_Action,
  ParticipantInfo,
  ParticipantInfo_State,
  ParticipantPermission,
  SignalRequest,
  SignalResponse,
  SignalTarget,
  TrackInfo,
  TrackSource,
  TrackType,
} from '@livekit/protocol';
import { type ClaimGrants, TokenVerifier } from 'livekit-server-sdk';
import { Audio, PeerConnection, type Track, Video } from 'node-datachannel';
import { type WebSocket, WebSocketServer } from 'ws';

/**
 * As much of a LiveKit server as its own client for browsers needs to meet: tokens, the signal protocol in its earlier
 * form with a connection in each direction, and forwarding of one layer. LiveKit itself cannot be installed from npm or
 * Debian.
 */
export class LiveKitLike {
  readonly key = 'APIkey';
  readonly secret = 'a-secret-of-the-livekit-server-with-32-letters';
  /** Calls of its HTTP interface. */
  readonly calls: { method: string; input: Record<string, unknown> }[] = [];
  /** The number of connections so far. */
  entered = 0;
  readonly #verifier = new TokenVerifier(this.key, this.secret);
  readonly #members = new Map<string, Member>();
  readonly #http = createServer((request, response) => {
    this.#answer(request).then(
      (answer) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer)),
      // The client asks from another origin why it could not connect, and reads that there is no newer form.
      () => response.writeHead(404, { 'access-control-allow-origin': '*' }).end('{"code":"not_found"}'),
    );
  });
  readonly #sockets = new WebSocketServer({ noServer: true });

  async listen(): Promise<string> {
    this.#http.on('upgrade', (request, socket, head) => {
      const url = new URL(request.url ?? '', 'http://localhost');
      // The newer form of the protocol is not spoken: the client goes back to the earlier one.
      if (url.pathname !== '/rtc') return socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n');
      this.#verifier.verify(url.searchParams.get('access_token') ?? '').then(
        ({ sub = '', name = '', video }) =>
          this.#sockets.handleUpgrade(request, socket, head, (ws) => {
            // A restarted server resumes no session.
            if (url.searchParams.has('reconnect')) return endWith(ws, LeaveRequest_Action.RECONNECT);
            this.#enter(ws, { identity: sub, name, room: video?.room ?? '', permission: permissionOf(video) });
          }),
        () => socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n'),
      );
    });
    await new Promise<void>((resolve) => this.#http.listen(0, '127.0.0.1', resolve));
    // Playwright also loads specs to list them.
    this.#http.unref();
    return `ws://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  /** The kinds of tracks that somebody sends, and which of them are muted. */
  sentBy(name: string): string[] {
    return (this.#named(name)?.info.tracks ?? []).map(
      ({ source, muted }) => `${TrackSource[source]}${muted ? ' muted' : ''}`,
    );
  }

  /** Breaks a participant's connection, as a restart does: the client has to enter again. */
  forget(name: string): void {
    this.#named(name)?.break();
  }

  close(): void {
    for (const member of this.#members.values()) member.close();
    this.#http.close();
    this.#http.closeAllConnections();
  }

  #named = (name: string) => [...this.#members.values()].find(({ info }) => info.name === name);

  async #answer(request: IncomingMessage): Promise<object> {
    const input = JSON.parse(await text(request)) as Record<string, unknown>;
    await this.#verifier.verify(String(request.headers.authorization).replace('Bearer ', ''));
    const method = request.url?.replace('/twirp/livekit.RoomService/', '') ?? '';
    this.calls.push({ method, input });
    const member = this.#members.get(String(input['identity']));
    if (method === 'GetParticipant' && member) return member.info.toJson() as object;
    if (method === 'MutePublishedTrack') member?.muteBy(String(input['trackSid']));
    if (method === 'RemoveParticipant') member?.close();
    return {};
  }

  #enter(socket: WebSocket, who: Entry): void {
    const { identity, room } = who;
    this.#members.get(identity)?.close();
    const others = () => [...this.#members.values()].filter((each) => each.room === room && each !== member);
    const member: Member = new Member(socket, who, others);
    this.#members.set(identity, member);
    this.entered++;
    socket.on('close', () => {
      if (this.#members.get(identity) === member) this.#members.delete(identity);
      member.leave();
    });
    member.welcome();
  }
}

function endWith(socket: WebSocket, action: LeaveRequest_Action): void {
  socket.send(new SignalResponse({ message: { case: 'leave', value: new LeaveRequest({ action }) } }).toBinary());
  socket.close(1000);
}

interface Entry {
  identity: string;
  name: string;
  room: string;
  permission: ParticipantPermission;
}

/** The permissions in a token. */
function permissionOf(video: ClaimGrants['video']): ParticipantPermission {
  const named = (video?.canPublishSources ?? []) as unknown as string[];
  return new ParticipantPermission({
    canPublish: video?.canPublish === true,
    canSubscribe: video?.canSubscribe === true,
    canPublishData: video?.canPublishData === true,
    canPublishSources: named.map((name) => TrackSource[name.toUpperCase() as keyof typeof TrackSource]),
  });
}

let serial = 0;

/** One participant: tracks up over one connection, the others' down over another one. */
class Member {
  readonly room: string;
  readonly info: ParticipantInfo;
  readonly #socket: WebSocket;
  readonly #others: () => Member[];
  readonly #up: PeerConnection;
  #down: PeerConnection | undefined;
  #offered = 0;
  /** The media sections of its newest offer, by their names. */
  #sections = new Map<string, Section>();
  /** The tracks by the browser's name. */
  readonly #published = new Map<string, TrackInfo>();
  /** The sections of the streams that arrive. */
  readonly #streams = new Map<number, string>();
  /** Carries all that arrives. */
  #received: Track | undefined;
  readonly #keyframes: NodeJS.Timeout;
  readonly #sending = new Map<string, Track>();
  /** The tracks that its screen does not show. */
  readonly #unseen = new Set<string>();

  constructor(socket: WebSocket, who: Entry, others: () => Member[]) {
    this.#socket = socket;
    this.#others = others;
    this.room = who.room;
    const { identity, name, permission } = who;
    const state = ParticipantInfo_State.ACTIVE;
    this.info = new ParticipantInfo({ sid: `PA_${++serial}`, identity, name, permission, state });
    this.#up = this.#connection('up', SignalTarget.PUBLISHER);
    this.#up.onTrack((track) => this.#receive(track));
    this.#keyframes = setInterval(() => this.#askForKeyframes(), 1000);
    socket.on('message', (data: Buffer) => this.#hear(SignalRequest.fromBinary(new Uint8Array(data))));
  }

  welcome(): void {
    const others = this.#others();
    const join = new JoinResponse({
      room: { sid: `RM_${this.room}`, name: this.room },
      participant: this.info,
      otherParticipants: others.map(({ info }) => info),
      serverVersion: '1.9.0',
      subscriberPrimary: false,
      pingInterval: 10,
      pingTimeout: 30,
    });
    this.#say({ case: 'join', value: join });
    for (const other of others) other.tell([this.info]);
    this.show();
  }
  leave(): void {
    this.info.state = ParticipantInfo_State.DISCONNECTED;
    for (const other of this.#others()) other.tell([this.info]);
    clearInterval(this.#keyframes);
    this.#up.close();
    this.#down?.close();
  }
  close = (): void => endWith(this.#socket, LeaveRequest_Action.DISCONNECT);
  break = (): void => this.#socket.terminate();

  tell(participants: ParticipantInfo[]): void {
    this.#say({ case: 'update', value: { participants } as never });
  }
  muteBy(sid: string): void {
    this.#say({ case: 'mute', value: { sid, muted: true } as never });
  }

  #say(message: SignalResponse['message']): void {
    this.#socket.send(new SignalResponse({ message }).toBinary());
  }

  #connection(name: string, target: SignalTarget): PeerConnection {
    const connection = new PeerConnection(`${name}${this.info.sid}`, {
      iceServers: [],
      disableAutoNegotiation: name === 'down',
      // The first offer has no media yet.
      forceMediaTransport: true,
    });
    connection.onLocalDescription((sdp, type) => {
      const kind = type === 'offer' ? 'offer' : 'answer';
      const all = kind === 'answer' ? answerTo([...this.#sections.values()], sdp) : sdp;
      // Its client waits for the answer to its newest offer.
      const id = kind === 'answer' ? this.#offered : 0;
      this.#say({ case: kind, value: { type: kind, sdp: all, id } as never } as SignalResponse['message']);
    });
    connection.onLocalCandidate((candidate, sdpMid) => {
      const candidateInit = JSON.stringify({ candidate, sdpMid, sdpMLineIndex: 0 });
      this.#say({ case: 'trickle', value: { candidateInit, target } as never });
    });
    return connection;
  }

  #hear({ message }: SignalRequest): void {
    switch (message.case) {
      case 'offer':
        this.#offered = message.value.id;
        this.#sections = sectionsOf(message.value.sdp);
        this.#up.setRemoteDescription(withOneSection(message.value.sdp), 'offer');
        return this.#unpublish();
      case 'answer':
        this.#down?.setRemoteDescription(message.value.sdp, 'answer');
        return this.show();
      case 'trickle': {
        const { candidate, sdpMid } = JSON.parse(message.value.candidateInit) as {
          candidate?: string;
          sdpMid?: string;
        };
        const to = message.value.target === SignalTarget.PUBLISHER ? this.#up : this.#down;
        if (candidate) to?.addRemoteCandidate(candidate, sdpMid ?? '0');
        return;
      }
      case 'addTrack': {
        const { cid, source, type, muted, name } = message.value;
        const track = new TrackInfo({ sid: `TR_${++serial}`, source, type, muted, name, mimeType: MIME[type] ?? '' });
        this.#published.set(cid, track);
        this.info.tracks.push(track);
        this.#say({ case: 'trackPublished', value: { cid, track } as never });
        return this.#changed();
      }
      case 'mute': {
        const track = this.info.tracks.find(({ sid }) => sid === message.value.sid);
        if (track) track.muted = message.value.muted;
        return this.#changed();
      }
      case 'trackSetting':
        for (const sid of message.value.trackSids) {
          if (message.value.disabled) this.#unseen.add(sid);
          else this.#unseen.delete(sid);
        }
        return;
      case 'pingReq':
        return this.#say({ case: 'pongResp', value: { lastPingTimestamp: message.value.timestamp } as never });
      case 'leave':
        return this.close();
      default:
    }
  }

  #changed(): void {
    for (const other of this.#others()) {
      other.tell([this.info]);
      other.show();
    }
  }

  /** The client marks sections that it no longer sends as inactive, without saying more. */
  #unpublish(): void {
    const ended = [...this.#sections.values()]
      .filter(({ isSent }) => !isSent)
      .map(({ cid }) => this.#published.get(cid));
    const left = this.info.tracks.filter((track) => !ended.includes(track));
    if (left.length === this.info.tracks.length) return;
    this.info.tracks = left;
    this.#changed();
  }

  #receive(track: Track): void {
    this.#received = track;
    track.onMessage((message) => {
      const packet = message as Buffer;
      if (packet.length < 12 || isReport(packet)) return;
      const ssrc = packet.readUInt32BE(8);
      // The name is in the first packets only.
      const mid = this.#streams.get(ssrc) ?? midIn(packet, this.#sections);
      if (!mid) return;
      this.#streams.set(ssrc, mid);
      const section = this.#sections.get(mid);
      const info = this.#published.get(section?.cid ?? '');
      if (!info || payloadOf(packet) !== section?.payload) return;
      for (const other of this.#others()) other.forward(info.sid, packet);
    });
  }

  #askForKeyframes(): void {
    if (!this.#received?.isOpen()) return;
    for (const [ssrc, mid] of this.#streams) {
      if (this.#sections.get(mid)?.kind !== 'video') continue;
      const request = Buffer.from([0x81, 206, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0]);
      request.writeUInt32BE(ssrc, 8);
      this.#received.sendMessageBinary(request);
    }
  }

  /** Offers what the others send and this one does not get yet. */
  show(): void {
    const missing = this.#others().flatMap(({ info }) =>
      info.tracks.filter(({ sid }) => !this.#sending.has(sid)).map((track) => ({ track, by: info.sid })),
    );
    if (missing.length === 0) return;
    this.#down ??= this.#connection('down', SignalTarget.SUBSCRIBER);
    // The rest follows after the answer to this offer.
    if (this.#down.signalingState() !== 'stable') return;
    for (const { track, by } of missing) {
      const mid = String(this.#sending.size);
      const media = track.type === TrackType.AUDIO ? new Audio(mid, 'SendOnly') : new Video(mid, 'SendOnly');
      if (media instanceof Audio) media.addOpusCodec(OPUS);
      else media.addVP8Codec(VP8);
      media.addSSRC(ssrcOf(track.sid), by, `${by}|${track.sid}`, track.sid);
      this.#sending.set(track.sid, this.#down.addTrack(media));
    }
    this.#down.setLocalDescription('offer' as never);
  }

  forward(sid: string, packet: Buffer): void {
    const track = this.#sending.get(sid);
    if (!track?.isOpen() || this.#unseen.has(sid)) return;
    const copy = Buffer.from(packet);
    copy[1] = ((packet[1] ?? 0) & 0x80) | (track.type() === 'audio' ? OPUS : VP8);
    copy.writeUInt32BE(ssrcOf(sid), 8);
    track.sendMessageBinary(copy);
  }
}

const OPUS = 111;
const VP8 = 96;
const MIME: Record<number, string> = { [TrackType.AUDIO]: 'audio/opus', [TrackType.VIDEO]: 'video/VP8' };
const ssrcOf = (sid: string) => 1000 + Number(sid.slice(3));

const payloadOf = (packet: Buffer) => (packet[1] ?? 0) & 0x7f;
const isReport = (packet: Buffer) => payloadOf(packet) >= 64 && payloadOf(packet) < 96;

/** A media section of an offer. */
interface Section {
  sdp: string;
  kind: string;
  mid: string;
  /** The browser's name of its track. */
  cid: string;
  isSent: boolean;
  /** Payload type of the accepted codec. */
  payload: number;
  /** The header extension with the name of the section. */
  named: number;
}

function sectionsOf(sdp: string): Map<string, Section> {
  const [, ...parts] = sdp.split(/^(?=m=)/m);
  return new Map(
    parts.map((part) => {
      const value = (pattern: RegExp) => pattern.exec(part)?.[1] ?? '';
      const mid = value(/^a=mid:(\S+)/m);
      const section = {
        ...{ sdp: part, kind: value(/^m=(\w+)/), mid, cid: value(/^a=msid:\S+ (\S+)/m) },
        isSent: /^a=send(only|recv)\r$/m.test(part),
        payload: Number(value(/^a=rtpmap:(\d+) (?:opus|VP8)\//m)),
        named: Number(value(/^a=extmap:(\d+) urn:ietf:params:rtp-hdrext:sdes:mid/m)),
      };
      return [mid, section];
    }),
  );
}

/** The section that a packet names in its header. */
function midIn(packet: Buffer, sections: ReadonlyMap<string, Section>): string | undefined {
  const named = [...sections.values()].find((section) => section.named > 0)?.named;
  let at = 12 + 4 * ((packet[0] ?? 0) & 0xf);
  if (!((packet[0] ?? 0) & 0x10) || packet.readUInt16BE(at) !== 0xbede) return undefined;
  const end = at + 4 + 4 * packet.readUInt16BE(at + 2);
  for (at += 4; at < end; ) {
    const head = packet[at++] ?? 0;
    // Padding.
    if (head === 0) continue;
    const size = (head & 0xf) + 1;
    if (head >> 4 === named) return packet.toString('latin1', at, at + size);
    at += size;
  }
  return undefined;
}

/**
 * The library finds the track of a packet by its stream, and layers are offered without the numbers of their streams.
 * With one section it hands over everything.
 */
function withOneSection(sdp: string): string {
  const [head = '', ...parts] = sdp.split(/^(?=m=)/m);
  const media = parts.find((part) => !part.startsWith('m=application'));
  const kept = parts.filter((part) => part === media || part.startsWith('m=application'));
  const mids = kept.map((part) => /^a=mid:(\S+)/m.exec(part)?.[1] ?? '');
  return [
    bundled(head, mids),
    ...kept.map((part) =>
      part
        .replace(/^a=(?:simulcast|rid|ssrc|ssrc-group|extmap)[: ].*\r\n/gm, '')
        .replace(/^a=(?:inactive|recvonly|sendrecv)\r\n/m, 'a=sendonly\r\n'),
    ),
  ].join('');
}

/** The library's answer to one section, repeated for all of them: one codec and one layer each. */
function answerTo(sections: Section[], sdp: string): string {
  const [head = '', ...parts] = sdp.split(/^(?=m=)/m);
  const entry = sdp.match(/^a=ice-(?:ufrag|pwd):.*\r\n/gm)?.slice(0, 2) ?? [];
  const answers = sections.map(({ sdp: offered, kind, mid, isSent, payload }) => {
    if (kind === 'application') return parts.find((part) => part.startsWith('m=application')) ?? '';
    return [
      `m=${kind} 9 UDP/TLS/RTP/SAVPF ${payload}\r\nc=IN IP4 0.0.0.0\r\na=mid:${mid}\r\na=setup:active\r\n`,
      `a=${isSent ? 'recvonly' : 'inactive'}\r\na=rtcp-mux\r\n`,
      ...(offered.match(new RegExp(`^a=(?:rtpmap|fmtp):${payload} .*\\r\\n`, 'gm')) ?? []),
      kind === 'video' ? `a=rtcp-fb:${payload} nack pli\r\n` : '',
      // The browser insists on the second one where it offered layers.
      ...(offered.match(/^a=extmap:\d+ \S+:sdes:(?:mid|rtp-stream-id)\r\n/gm) ?? []),
      ...entry,
    ].join('');
  });
  const mids = sections.map(({ mid }) => mid);
  return [bundled(head, mids).replace(/^a=group:LS.*\r\n/m, ''), ...answers].join('');
}

const bundled = (head: string, mids: string[]) =>
  head.replace(/^a=group:BUNDLE.*\r\n/m, `a=group:BUNDLE ${mids.join(' ')}\r\n`);
