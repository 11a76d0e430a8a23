import { PROTOCOL_SWITCHED } from './refuse-other-protocols.ts';

/** What the codes of Node mean to who runs the other side. Others are passed on as they are. */
const MEANINGS: readonly [RegExp, string][] = [
  [/^ECONNREFUSED$/, 'connection_refused: nothing listens at the address'],
  [/^(ECONNRESET|EPIPE)$/, 'connection_closed: the server closed the connection without an answer'],
  [/^(ENOTFOUND|EAI_)/, 'name_not_found: the name of the server cannot be resolved'],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'unreachable: there is no route to the address'],
  [/^ETIMEDOUT$/, 'timeout'],
  [
    new RegExp(`^(HPE_|${PROTOCOL_SWITCHED}$)`),
    'not_http: the answer is not valid HTTP, or its headers are too large',
  ],
  [/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_|UNABLE_TO|SELF_SIGNED|EPROTO)/, 'tls_error'],
];

/** Why a server gave no answer: a word, and where it helps a sentence. Nothing that an inner network said. */
export function failureOf(error: unknown, timeoutMs: number): string {
  const cause = firstOf(error);
  const code = codeOf(cause);
  if (cause instanceof DOMException && cause.name === 'TimeoutError') return timeout(timeoutMs);
  const meaning = MEANINGS.find(([pattern]) => pattern.test(code))?.[1];
  if (meaning === 'timeout') return timeout(timeoutMs);
  if (meaning === 'tls_error') return `tls_error: ${code}`;
  return meaning ?? `failed: ${code}`;
}

const timeout = (ms: number) => `timeout: no answer within ${ms / 1000} seconds`;

/** Of several addresses that failed, the first decides. */
function firstOf(error: unknown): unknown {
  return error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : error;
}

function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.name : 'unknown';
}
