import { createHmac, timingSafeEqual } from 'node:crypto';
import type { WebhookBody } from '@cvq/contract';
import { type HeaderSource, readHeader } from './read-header.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

export type VerifyWebhookOptions = {
  /** The body as it arrived. A parsed and re-serialised one has other bytes. */
  readonly body: Uint8Array | string;
  /** `request.headers` of Node or Express, or a `Headers` object. */
  readonly headers: HeaderSource;
  /** The endpoint's secret, or several while one replaces the other. */
  readonly secret: string | readonly string[];
  /** How old or how far ahead the signed time may be: 300 seconds unless told otherwise. */
  readonly toleranceSeconds?: number;
  /** Refuse what is signed without a time, so that nothing old can be sent again. cvq always signs one. */
  readonly requireTimestamp?: boolean;
  /** Epoch milliseconds, for tests. */
  readonly now?: number;
};

const TOLERANCE_SECONDS = 300;

/**
 * The event of a webhook, after its signature was verified, in constant time. Where the headers of Standard Webhooks
 * are there they must hold, with their time; else `X-Service-Signature` must.
 *
 * A delivery can arrive more than once: keep the `id` of each event that you have handled.
 * @throws WebhookVerificationError when the request does not come from the holder of the secret.
 */
export function verifyWebhook(options: VerifyWebhookOptions): WebhookBody {
  const body = bytesOf(options.body);
  const secrets = secretsOf(options.secret);
  requireTolerance(options.toleranceSeconds);
  if (readHeader(options.headers, 'webhook-signature') !== null) verifyTimed(body, secrets, options);
  else verifyUntimed(body, secrets, options);
  return parse(body);
}

/** @throws TypeError for a body that was parsed already: that is a mistake of the program, and no forged request. */
function bytesOf(body: unknown): Uint8Array {
  if (typeof body === 'string') return Buffer.from(body);
  if (body instanceof Uint8Array) return body;
  throw new TypeError(
    'verifyWebhook needs the body as it arrived, as bytes or a string: one that was parsed has lost what was signed. ' +
      "With Express, use express.raw({ type: 'application/json' }) on this path, before any express.json().",
  );
}

/** @throws TypeError where there is none, as with a variable of the environment that is not set. */
function secretsOf(given: unknown): readonly string[] {
  const secrets: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (secrets.length > 0 && secrets.every((secret) => typeof secret === 'string' && secret !== ''))
    return secrets as readonly string[];
  throw new TypeError('verifyWebhook needs the secret of the endpoint: option `secret` is not set, or empty');
}

/** @throws TypeError for what is no number of seconds: no time would be too old for it, so that all could be sent again. */
function requireTolerance(seconds: unknown = TOLERANCE_SECONDS): void {
  if (typeof seconds === 'number' && seconds >= 0) return;
  throw new TypeError('verifyWebhook needs `toleranceSeconds` as a number of seconds, such as 300');
}

function verifyTimed(
  body: Uint8Array,
  secrets: readonly string[],
  { headers, toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() }: VerifyWebhookOptions,
): void {
  const id = readHeader(headers, 'webhook-id') ?? '';
  const timestamp = readHeader(headers, 'webhook-timestamp') ?? '';
  const given = (readHeader(headers, 'webhook-signature') ?? '').split(' ');
  const expected = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  });
  requireMatch(given, expected);
  const off = Math.abs(Math.floor(now / 1000) - Number(timestamp));
  if (!/^\d{1,12}$/.test(timestamp) || off > toleranceSeconds)
    throw new WebhookVerificationError('bad_timestamp', 'The signed time is too far from now');
}

function verifyUntimed(
  body: Uint8Array,
  secrets: readonly string[],
  { headers, requireTimestamp = false }: VerifyWebhookOptions,
): void {
  const names = ['x-service-signature', 'x-service-signature-rotation'];
  const given = names.flatMap((name) => readHeader(headers, name) ?? []);
  if (given.length === 0) throw new WebhookVerificationError('no_signature', 'There is no signature');
  if (requireTimestamp)
    throw new WebhookVerificationError('no_timestamp', 'There is no signature that holds a time');
  const expected = secrets.map(
    (secret) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  );
  requireMatch(given, expected);
}

/** Every pair is compared, so that the time tells nothing of which one matched. */
function requireMatch(given: readonly string[], expected: readonly string[]): void {
  let matches = false;
  for (const one of given) for (const other of expected) matches = isEqual(one, other) || matches;
  if (!matches) throw new WebhookVerificationError('bad_signature', 'The signature does not match');
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function parse(body: Uint8Array): WebhookBody {
  try {
    const parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)) as unknown;
    if (typeof parsed === 'object' && parsed !== null && 'id' in parsed) return parsed as WebhookBody;
  } catch {
    // Said below.
  }
  throw new WebhookVerificationError('bad_body', 'The body is not that of a webhook');
}
