import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import Provider, { type AccountClaims, type JWK } from 'oidc-provider';

/**
 * A certified OpenID Connect provider on the loopback interface, with its own development sign-in pages: any name signs
 * in, and `people` says what is claimed about it. Prints `ready`.
 */
const { port, redirect, people } = JSON.parse(process.argv[2] ?? '{}') as {
  port: number;
  redirect: string;
  people: Record<string, Omit<AccountClaims, 'sub'>>;
};
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const provider = new Provider(`http://127.0.0.1:${port}`, {
  clients: [
    {
      client_id: 'atrium',
      client_secret: 'a-Secret-of-tests',
      redirect_uris: [redirect],
      response_types: ['code'],
      grant_types: ['authorization_code'],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
  pkce: { required: () => true },
  jwks: { keys: [{ ...(privateKey.export({ format: 'jwk' }) as JWK), use: 'sig', kid: 'test' }] },
  cookies: { keys: ['cookie-keys-of-tests'] },
  findAccount: (_context, accountId) => ({
    accountId,
    claims: () => ({ sub: accountId, ...people[accountId] }),
  }),
  features: { devInteractions: { enabled: true } },
});
createServer((request, response) => void provider.callback()(request, response)).listen(port, '127.0.0.1', () =>
  process.stdout.write('ready\n'),
);
