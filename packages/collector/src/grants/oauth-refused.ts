/** What an application is told, by the words of RFC 6749 (4.1.2.1, 5.2), RFC 7591 (3.2.2) and RFC 8707 (2). */
const STATUSES = {
  invalid_request: 400,
  invalid_client: 400,
  invalid_grant: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  invalid_scope: 400,
  invalid_target: 400,
  access_denied: 400,
  invalid_redirect_uri: 400,
  invalid_client_metadata: 400,
  temporarily_unavailable: 429,
} as const;

export type OauthErrorCode = keyof typeof STATUSES;

/** A request of an application that is refused. The message is for whoever wrote the application. */
export class OauthRefused extends Error {
  override readonly name = 'OauthRefused';
  readonly code: OauthErrorCode;
  readonly retryAfterSeconds: number | null;

  constructor(code: OauthErrorCode, message: string, retryAfterSeconds: number | null = null) {
    super(message);
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get status(): number {
    return STATUSES[this.code];
  }
}
