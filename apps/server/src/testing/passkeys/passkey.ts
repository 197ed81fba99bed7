import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A passkey in software: what the server keeps of it, and its answer to a challenge with the person verified. */
export function makePasskey(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16).toString('base64url');
  // COSE: a map of EC2, ES256, P-256 and both coordinates, each of 32 bytes.
  const cose = [
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ];
  const answer = (challenge: string) => {
    const client = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin }));
    const place = createHash('sha256').update(new URL(origin).hostname).digest();
    // Present and verified; it counts nothing.
    const data = Buffer.concat([place, Buffer.from([0x05, 0, 0, 0, 0])]);
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      },
    };
  };
  return { row: { name: 'Test', credential_id: id, public_key: Buffer.concat(cose) }, answer };
}
