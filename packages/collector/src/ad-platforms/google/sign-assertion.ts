import { sign } from 'node:crypto';

/** Sending conversions, and reading spend: one consent for both. */
const SCOPES = 'https://www.googleapis.com/auth/datamanager https://www.googleapis.com/auth/adwords';
/** Whom it is for, whatever address leads there. */
const AUDIENCE = 'https://oauth2.googleapis.com/token';
const LIFE_SECONDS = 3_600;

type ServiceAccount = {
  readonly email: string;
  /** PEM. */
  readonly privateKey: string;
  /** Epoch milliseconds. */
  readonly now: number;
};

/**
 * What a service account shows for an access token: a JSON Web Token that it has signed.
 * @see https://developers.google.com/identity/protocols/oauth2/service-account#httprest
 */
export function signAssertion({ email, privateKey, now }: ServiceAccount): string {
  const issuedAt = Math.floor(now / 1_000);
  const claims = { iss: email, scope: SCOPES, aud: AUDIENCE, iat: issuedAt, exp: issuedAt + LIFE_SECONDS };
  const text = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`;
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
