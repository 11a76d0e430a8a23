import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { Request, Response } from 'express';
import { type Encoding, encodingFor, tagOf } from './negotiated-body.ts';

/** Below it a packet is not saved. */
const WORTHWHILE_BYTES = 1024;

/**
 * Up to it a text is compressed by the thread that sends it, in 20 to 90 µs by gzip, and 60 to 170 by brotli: to hand
 * it to another thread, and to be told of the end, takes that thread as long, and both together 110 to 130.
 */
const SHORT_BYTES = 16_384;

/**
 * Of zlib: the smallest window, as a power of 2; and memory for hashes as for its preset, 8 for the window of 15 bits,
 * but smaller with that.
 */
const LEAST_WINDOW_BITS = 9;
const HASHES_BELOW_WINDOW = 7;

/** Beyond it each byte that is saved takes ever longer: for what is sent once. */
const BROTLI_QUALITY = 5;

type SentText = {
  readonly text: string;
  /** Names the content where a client may have it already; null where it is told anew each time. */
  readonly hash: string | null;
};

/**
 * Sends a text that was made for one request, in the encoding that the client likes best, or says that the client has it already.
 * Never for what holds a secret beside text of strangers: how well it is compressed would tell of the secret.
 */
export async function sendText(
  request: Request,
  response: Response,
  { text, hash }: SentText,
): Promise<void> {
  const identity = Buffer.from(text);
  const encoding = identity.length < WORTHWHILE_BYTES ? 'identity' : encodingFor(request);
  response.vary('Accept-Encoding');
  if (hash !== null) {
    response.set('ETag', tagOf(hash, encoding));
    if (request.fresh) return void response.status(304).end();
  }
  const body = await encoded(identity, encoding);
  if (encoding !== 'identity') response.set('Content-Encoding', encoding);
  response.set('Content-Length', String(body.length));
  response.end(body);
}

const brotliFor = ({ length }: Buffer) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: length,
  },
});

/** No more memory than the text needs: what is meant for any length takes 268 KB each time. */
function gzipFor({ length }: Buffer) {
  const windowBits = Math.max(LEAST_WINDOW_BITS, Math.ceil(Math.log2(length)));
  return { windowBits, memLevel: windowBits - HASHES_BELOW_WINDOW, chunkSize: length };
}

async function encoded(identity: Buffer, encoding: Encoding): Promise<Buffer> {
  const isShort = identity.length <= SHORT_BYTES;
  switch (encoding) {
    case 'identity':
      return identity;
    case 'gzip':
      return isShort ? gzipSync(identity, gzipFor(identity)) : promisify(gzip)(identity);
    case 'br':
      return isShort
        ? brotliCompressSync(identity, brotliFor(identity))
        : promisify(brotliCompress)(identity, brotliFor(identity));
  }
}
