/** The error codes of RFC 6749, 7591 and 8707 that this server answers with. */
export type OauthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'
  | 'temporarily_unavailable';

/** A refusal with a code of OAuth. `description` is for developers of applications and always English. */
export class OauthError extends Error {
  readonly code: OauthErrorCode;
  readonly status: number;
  constructor(code: OauthErrorCode, description: string, status = 400) {
    super(description);
    this.code = code;
    this.status = status;
  }
}
