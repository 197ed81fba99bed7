import { createHmac } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect } from 'node:net';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { TcpBridge, withTiebreaker } from './tcp.ts';

const OFFER = 'v=0\r\na=ice-ufrag:ours\r\na=ice-pwd:secret-of-this-offer\r\n';
const attribute = (type: number, value: Buffer): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
};

/** A connectivity check as Chromium sends it over TCP. */
function check(username: string, secret: string, tiebreaker = 0n): Buffer {
  const role = Buffer.alloc(8);
  role.writeBigUInt64BE(tiebreaker);
  const head = Buffer.alloc(20);
  head.writeUInt16BE(1, 0);
  head.writeUInt32BE(0x2112a442, 4);
  const body = [attribute(0x0006, Buffer.from(username)), attribute(0x8029, role)];
  const withLength = (more: number) => {
    const copy = Buffer.from(head);
    copy.writeUInt16BE(Buffer.concat(body).length + more, 2);
    return Buffer.concat([copy, ...body]);
  };
  body.push(attribute(0x0008, createHmac('sha1', secret).update(withLength(24)).digest()));
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE((crc32(withLength(8)) ^ 0x5354554e) >>> 0);
  body.push(attribute(0x8028, checksum));
  return withLength(0);
}
const framed = (packet: Buffer) => Buffer.concat([Buffer.from([packet.length >> 8, packet.length & 255]), packet]);

test('a check without a tiebreaker gets one and is signed again; others stay as they are', () => {
  const tiebreaker = Buffer.from('0102030405060708', 'hex');
  const signed = withTiebreaker(check('ours:theirs', 'secret'), 'secret', tiebreaker);
  expect(signed.equals(check('ours:theirs', 'secret', 0x0102030405060708n))).toBe(true);
  const complete = check('ours:theirs', 'secret', 9n);
  expect(withTiebreaker(complete, 'secret', tiebreaker)).toBe(complete);
  for (const odd of [Buffer.alloc(0), Buffer.alloc(20), complete.subarray(0, 40)]) {
    expect(withTiebreaker(odd, 'secret', tiebreaker)).toBe(odd);
  }
});

test('packets pass between TCP and UDP in both directions, only after a check for an offered connection', async () => {
  const udp = createSocket('udp4');
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
  const bridge = new TcpBridge(udp.address().port);
  bridge.know(OFFER);
  const port = await bridge.listen(0, '127.0.0.1');
  const dial = async (first: Buffer) => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.on('error', () => undefined);
    socket.write(first);
    return socket;
  };
  for (const stranger of [
    framed(check('other:theirs', 'x')),
    Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    framed(Buffer.alloc(30)),
  ]) {
    await once(await dial(stranger), 'close');
  }
  const arrived: Buffer[] = [];
  udp.on('message', (packet, from) => {
    arrived.push(packet);
    udp.send(Buffer.from(`answer ${packet.length}`), from.port, from.address);
  });
  const first = check('ours:theirs', 'secret-of-this-offer');
  // In two pieces, as TCP may deliver it.
  const socket = await dial(framed(first).subarray(0, 30));
  let answer = Buffer.alloc(0);
  socket.on('data', (bytes: Buffer) => (answer = Buffer.concat([answer, bytes])));
  socket.write(Buffer.concat([framed(first).subarray(30), framed(Buffer.from('media'))]));
  await expect.poll(() => arrived.length).toBe(2);
  expect(arrived[0]?.length).toBe(first.length);
  expect(arrived[1]?.toString()).toBe('media');
  await expect.poll(() => answer.length).toBeGreaterThan(20);
  expect(answer.subarray(2, 2 + answer.readUInt16BE(0)).toString()).toBe(`answer ${first.length}`);
  socket.destroy();
  bridge.close();
  udp.close();
});
