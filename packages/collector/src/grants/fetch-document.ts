import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { failureOf } from '../net/failure-of.ts';
import { request as httpRequest } from '../net/node-http.ts';
import { refuseOtherProtocols } from '../net/refuse-other-protocols.ts';
import { type AddressGuard, AddressRefused } from '../webhooks/address-guard.ts';

const TIMEOUT_MS = 5000;
/** As the draft of client id metadata documents advises. */
const MAX_BYTES = 5120;
const MAX_HEADER_BYTES = 8192;

/** Fetches the text of a document that a stranger names. @throws DocumentUnreadable */
export type FetchDocument = (url: URL) => Promise<string>;

/** Why a document could not be read, in a few words that may be shown. */
export class DocumentUnreadable extends Error {
  override readonly name = 'DocumentUnreadable';
}

/**
 * A fetch that follows no redirect, uses no proxy, connects to no address that the guard refuses, and reads at most 5 KB
 * within five seconds.
 */
export function createDocumentFetch(guard: AddressGuard, timeoutMs = TIMEOUT_MS): FetchDocument {
  return async (url) => {
    try {
      return await read(await open(url, guard, timeoutMs));
    } catch (error) {
      if (error instanceof DocumentUnreadable) throw error;
      const cause = error instanceof Error && error.cause instanceof AddressRefused ? error.cause : error;
      const why = cause instanceof AddressRefused ? cause.message : failureOf(error, timeoutMs);
      throw new DocumentUnreadable(why, { cause: error });
    }
  };
}

function open(url: URL, { lookup }: AddressGuard, timeoutMs: number): Promise<IncomingMessage> {
  const ask = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const headers = { Accept: 'application/json' };
  return new Promise((resolve, reject) => {
    const request = ask(url, { headers, lookup, agent: false, maxHeaderSize: MAX_HEADER_BYTES });
    let begun: IncomingMessage | null = null;
    // Once an answer has begun, it alone tells its reader why it ends.
    const timer = setTimeout(
      () => (begun ?? request).destroy(new DOMException('No answer in time', 'TimeoutError')),
      timeoutMs,
    );
    request.once('response', (response) => {
      begun = response;
      resolve(response);
    });
    request.once('close', () => clearTimeout(timer));
    request.on('error', reject);
    refuseOtherProtocols(request, reject);
    request.end();
  });
}

async function read(response: IncomingMessage): Promise<string> {
  try {
    if (response.statusCode !== 200)
      throw new DocumentUnreadable(`it answered ${response.statusCode}, and only 200 will do`);
    const type = response.headers['content-type'] ?? '';
    if (!/^application\/(?:[\w.+-]+\+)?json(?:;|$)/i.test(type))
      throw new DocumentUnreadable('its content type is not application/json');
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_BYTES) throw new DocumentUnreadable(`it has more than ${MAX_BYTES} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  } finally {
    response.destroy();
  }
}
