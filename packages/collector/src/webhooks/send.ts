import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { ReceiverAnswer } from '@cvq/storage';
import { isAddress, withoutBrackets } from '../net/address.ts';
import { failureOf } from '../net/failure-of.ts';
import { Agent as HttpAgent, request as httpRequest } from '../net/node-http.ts';
import { refuseOtherProtocols } from '../net/refuse-other-protocols.ts';
import { type AddressGuard, AddressRefused, type ReceiverPolicy } from './address-guard.ts';
import { isPortAllowed, isProtocolAllowed } from './allowed-ways.ts';

type Post = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};

/** Sends requests to receivers. An answer is never an exception. */
export type WebhookSender = {
  send(post: Post, signal?: AbortSignal): Promise<ReceiverAnswer>;
  /** End what is still under way. */
  close(): Promise<void>;
};

type SenderOptions = {
  readonly guard: AddressGuard;
  readonly policy: ReceiverPolicy;
  /** For everything: connecting, TLS, headers and body. */
  readonly timeoutMs?: number;
};

const TIMEOUT_MS = 10_000;
const MAX_BODY_BYTES = 16_384;
const MAX_HEADER_BYTES = 16_384;
/** Below the five seconds after which most servers close an idle connection. */
const KEEP_ALIVE_MS = 4_000;

/**
 * A sender that follows no redirect, uses no proxy, and connects neither to an address that the guard refuses nor in a way
 * that the policy does not allow: an endpoint may have been created under another.
 */
export function createSender({ guard, policy, timeoutMs = TIMEOUT_MS }: SenderOptions): WebhookSender {
  const kept = connections({ guard, policy }, { keepAlive: true, timeout: KEEP_ALIVE_MS });
  // A connection of these serves one request.
  const single = connections({ guard, policy }, { keepAlive: false });
  let closed = false;

  async function post({ url, headers, body }: Post, way: Way): Promise<ReceiverAnswer> {
    const response = await exchange(way.open(url, headers), { body, ...way });
    const text = await readHead(response);
    return {
      status: response.statusCode ?? null,
      error: null,
      headers: definedOf(response.headers),
      body: text,
    };
  }

  return {
    async send(given, signal) {
      const limits = { deadline: performance.now() + timeoutMs, signal };
      try {
        return await post(given, { open: kept.open, ...limits }).catch((error: unknown) => {
          if (closed || !(error instanceof ClosedWhileIdle)) throw error;
          return post(given, { open: single.open, ...limits });
        });
      } catch (error) {
        return { status: null, error: whyUnanswered(error, timeoutMs), headers: null, body: null };
      }
    },
    async close() {
      closed = true;
      kept.close();
      single.close();
    },
  };
}

function whyUnanswered(error: unknown, timeoutMs: number): string {
  const cause = error instanceof Error && error.cause instanceof AddressRefused ? error.cause : error;
  const isRefused = cause instanceof AddressRefused || cause instanceof WayRefused;
  return isRefused ? `address_refused: ${cause.message}` : failureOf(error, timeoutMs);
}

/** A URL by whose protocol or port nothing is sent, wherever it leads. */
class WayRefused extends Error {
  override readonly name = 'WayRefused';
}

function requireAllowedWay(url: URL, policy: ReceiverPolicy): void {
  if (!isProtocolAllowed(url, policy)) throw new WayRefused(`${url.protocol.slice(0, -1)} is not allowed`);
  if (!isPortAllowed(url, policy)) throw new WayRefused(`port ${url.port} is not allowed`);
}

/** A request on its way: how it is opened, when it must have been answered, and what ends it before. */
type Way = {
  readonly open: (url: string, headers: Post['headers']) => ClientRequest;
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
};

/** A literal address never reaches a resolver, so it is checked beside it. */
function connections(
  { guard, policy }: Pick<SenderOptions, 'guard' | 'policy'>,
  options: { keepAlive: boolean; timeout?: number },
) {
  const http = new HttpAgent(options);
  const https = new HttpsAgent(options);
  return {
    open(address: string, headers: Post['headers']): ClientRequest {
      const url = new URL(address);
      requireAllowedWay(url, policy);
      const host = withoutBrackets(url.hostname);
      if (isAddress(host) && !guard.isAllowed(host)) throw new AddressRefused(host);
      const settings = { method: 'POST', headers, lookup: guard.lookup, maxHeaderSize: MAX_HEADER_BYTES };
      return url.protocol === 'https:'
        ? httpsRequest(url, { ...settings, agent: https })
        : httpRequest(url, { ...settings, agent: http });
    },
    close() {
      http.destroy();
      https.destroy();
    },
  };
}

/** The receiver closed an idle connection while this request was on its way: that says nothing of the receiver. */
class ClosedWhileIdle extends Error {
  override readonly name = 'ClosedWhileIdle';
}

const CLOSED = new Set(['ECONNRESET', 'EPIPE']);

/** Send a request; resolves with the head of its answer. After the deadline also the body of the answer breaks off. */
function exchange(
  request: ClientRequest,
  { body, deadline, signal }: { body: Uint8Array } & Pick<Way, 'deadline' | 'signal'>,
): Promise<IncomingMessage> {
  const outOfTime = () => request.destroy(new DOMException('No answer in time', 'TimeoutError'));
  const timer = setTimeout(outOfTime, deadline - performance.now());
  const stop = () => request.destroy(new DOMException('Stopped', 'AbortError'));
  signal?.addEventListener('abort', stop);
  request.once('close', () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  });
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    refuseOtherProtocols(request, reject);
    // After the answer it is heard for nothing, and must be heard all the same.
    request.on('error', (error: Error & { code?: string }) => {
      const idle = request.reusedSocket && CLOSED.has(error.code ?? '');
      reject(idle ? new ClosedWhileIdle('closed', { cause: error }) : error);
    });
    if (signal?.aborted) stop();
    else request.end(body);
  });
}

/** The beginning of a body. What it says decides nothing, so one that breaks off or never ends is read as far as it goes. */
async function readHead(body: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MAX_BODY_BYTES) break;
    }
  } catch {
    // The status has come: that is the answer.
  }
  return Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES).toString('utf8');
}

function definedOf(headers: IncomingMessage['headers']): NonNullable<ReceiverAnswer['headers']> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
