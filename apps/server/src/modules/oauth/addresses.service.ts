import { SCOPES } from '@atrium/contract/scopes.ts';
import type { FastifyRequest } from 'fastify';
import type { App } from '#platform/app';
import { AUTH_METHODS, isRegistrationOpen } from './clients.service.ts';

/** The scopes that an application of any user may request. Others are for applications of administrators. */
export const COMMON_SCOPES = SCOPES.filter((each) => !each.startsWith('admin:'));

/**
 * This server's address for applications: the configured one, or, where none is configured, the one they have used. The
 * `Host` header is theirs, so that a wrong one harms nobody else.
 */
export function ownAddress(request: FastifyRequest, app: App): string {
  if (!app.acceptsAnyOwnAddress || !/^[\w.:[\]-]{1,255}$/.test(request.host)) return app.publicUrl;
  return `${request.protocol}://${request.host}`;
}

export const resourceMetadataUrl = (address: string) => `${address}/.well-known/oauth-protected-resource/mcp`;

/** The authorization server (RFC 8414). */
export async function serverMetadata(app: App, address: string) {
  return {
    issuer: address,
    authorization_endpoint: `${address}/oauth/authorize`,
    token_endpoint: `${address}/oauth/token`,
    revocation_endpoint: `${address}/oauth/revoke`,
    ...((await isRegistrationOpen(app)) && { registration_endpoint: `${address}/oauth/register` }),
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: AUTH_METHODS,
    revocation_endpoint_auth_methods_supported: AUTH_METHODS,
    code_challenge_methods_supported: ['S256'],
    // The answer names the configured address, which the application may not have used.
    authorization_response_iss_parameter_supported: !app.acceptsAnyOwnAddress,
    service_documentation: `${address}/docs`,
  };
}

/** The metadata of the protected resource (RFC 9728). */
export const resourceMetadata = (address: string, path: string) => ({
  resource: `${address}${path}`,
  resource_name: 'Atrium',
  authorization_servers: [address],
  scopes_supported: COMMON_SCOPES,
  bearer_methods_supported: ['header'],
});

/**
 * The part of the server that a resource indicator names (RFC 8707): `mcp`, or '' for every part. Undefined if it names
 * another server.
 */
export function resourceOf(app: App, indicator: string | undefined): 'mcp' | '' | undefined {
  if (!indicator) return '';
  if (!URL.canParse(indicator)) return undefined;
  const { origin, pathname, hash, search } = new URL(indicator);
  if (hash || search) return undefined;
  if (origin !== new URL(app.publicUrl).origin && !app.acceptsAnyOwnAddress) return undefined;
  const path = pathname.replace(/\/$/, '');
  if (path === '/mcp') return 'mcp';
  return path === '' || path === '/api' ? '' : undefined;
}
