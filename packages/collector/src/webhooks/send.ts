import type { Answer } from '@cvq/storage';
import { Agent, buildConnector, request } from 'undici';
import { isAddress, withoutBrackets } from '../net/address.ts';
import { type AddressGuard, AddressRefused } from './address-guard.ts';
import { failureOf } from './failure.ts';

type Post = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};

/** Sends requests to receivers. An answer is never an exception. */
export type Sender = {
  send(post: Post, signal?: AbortSignal): Promise<Answer>;
  /** End what is still under way. */
  close(): Promise<void>;
};

type SenderOptions = {
  readonly guard: AddressGuard;
  /** For everything: connecting, TLS, headers and body. */
  readonly timeoutMs?: number;
};

const TIMEOUT_MS = 10_000;
const MAX_BODY_BYTES = 16_384;
const MAX_HEADER_BYTES = 16_384;
const KEEP_ALIVE_MS = 4_000;

/** A sender that follows no redirect, uses no proxy, and connects to no address that the guard refuses. */
export function createSender({ guard, timeoutMs = TIMEOUT_MS }: SenderOptions): Sender {
  const agent = new Agent({
    connect: guardedConnector(guard, timeoutMs),
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    pipelining: 1,
    allowH2: false,
    bodyTimeout: timeoutMs,
    headersTimeout: timeoutMs,
  });
  return {
    async send({ url, headers, body }, signal) {
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        const response = await request(url, {
          method: 'POST',
          headers,
          body: Buffer.from(body),
          dispatcher: agent,
          signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        });
        const text = await readHead(response.body);
        return { status: response.statusCode, error: null, headers: definedOf(response.headers), body: text };
      } catch (error) {
        return { status: null, error: failureOf(error, timeoutMs), headers: null, body: null };
      }
    },
    close: () => agent.destroy(),
  };
}

/** A literal address never reaches a resolver, so it is checked beside it. */
function guardedConnector(guard: AddressGuard, timeoutMs: number): buildConnector.connector {
  const connect = buildConnector({ lookup: guard.lookup, timeout: timeoutMs, allowH2: false });
  return (options, done) => {
    const host = withoutBrackets(options.hostname);
    if (isAddress(host) && !guard.isAllowed(host)) done(new AddressRefused(host), null);
    else connect(options, done);
  };
}

/** The beginning of a body. What it says decides nothing, so one that breaks off or never ends is read as far as it goes. */
async function readHead(body: AsyncIterable<Buffer> & { destroy(): void }): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MAX_BODY_BYTES) break;
    }
  } catch {
    // The status has come: that is the answer.
  }
  body.destroy();
  return Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES).toString('utf8');
}

function definedOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): NonNullable<Answer['headers']> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
