import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { failureOf } from '../../net/failure-of.ts';
import { request as httpRequest } from '../../net/node-http.ts';
import { refuseOtherProtocols } from '../../net/refuse-other-protocols.ts';
import { withoutSecrets } from './without-secrets.ts';

export type PlatformRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, or as a form where it is one. */
  readonly body?: object | URLSearchParams;
  /** What must not be found in anything that comes of this request, though the platform may repeat it. */
  readonly secrets: readonly string[];
  /** For connecting, TLS, request and answer: 10 seconds without it. */
  readonly timeoutMs?: number;
  /** 1 MiB without it. */
  readonly maxAnswerBytes?: number;
};

export type Exchange =
  | {
      readonly isAnswered: true;
      readonly status: number;
      readonly headers: IncomingHttpHeaders;
      readonly text: string;
      /** As it was received. */
      readonly bytes: Uint8Array;
      /** Undefined where the answer is not JSON. */
      readonly json: unknown;
    }
  /** `wasSent`: the connection stood when it ended, so that the platform may have the request. */
  | { readonly isAnswered: false; readonly reason: string; readonly wasSent: boolean };

/** As long as a platform takes for one thing, unless a request gives it more. */
export const EXCHANGE_TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 1_048_576;

/**
 * Asks a platform something, over a connection of its own: only so it is certain whether a request that failed was sent.
 * Follows no redirect and uses no proxy. Never throws.
 */
export async function exchange(request: PlatformRequest, signal: AbortSignal): Promise<Exchange> {
  const { timeoutMs = EXCHANGE_TIMEOUT_MS, maxAnswerBytes = MAX_ANSWER_BYTES } = request;
  const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const progress = { isConnected: false };
  try {
    const answer = await send(request, within, progress);
    const bytes = await readAll(answer, maxAnswerBytes);
    const text = withoutSecrets(bytes.toString('utf8'), request.secrets);
    return {
      isAnswered: true,
      status: answer.statusCode ?? 0,
      headers: answer.headers,
      text,
      bytes,
      json: parsed(text),
    };
  } catch (error) {
    return { isAnswered: false, reason: reasonOf(error, within, timeoutMs), wasSent: progress.isConnected };
  }
}

function send(
  { method, url, headers = {}, body }: PlatformRequest,
  signal: AbortSignal,
  progress: { isConnected: boolean },
): Promise<IncomingMessage> {
  const isSecure = new URL(url).protocol === 'https:';
  const payload = body && (body instanceof URLSearchParams ? body.toString() : JSON.stringify(body));
  const type = body instanceof URLSearchParams ? 'application/x-www-form-urlencoded' : 'application/json';
  const content = payload === undefined ? {} : { 'content-type': type };
  return new Promise((resolve, reject) => {
    const sent = (isSecure ? httpsRequest : httpRequest)(
      url,
      { method, signal, agent: false, headers: { accept: 'application/json', ...content, ...headers } },
      resolve,
    );
    sent.on('error', reject);
    refuseOtherProtocols(sent, reject);
    sent.on('socket', (socket) =>
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        progress.isConnected = true;
      }),
    );
    sent.end(payload);
  });
}

class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
  constructor(mostBytes: number) {
    super(`the answer has more than ${mostBytes} bytes`);
  }
}

async function readAll(answer: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mostBytes) throw new AnswerTooLarge(mostBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown, signal: AbortSignal, timeoutMs: number): string {
  if (error instanceof AnswerTooLarge) return `too_large: ${error.message}`;
  const isTimeout = signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
  if (signal.aborted && !isTimeout) return 'stopped: the collector ended the request';
  return failureOf(signal.aborted ? signal.reason : error, timeoutMs);
}
