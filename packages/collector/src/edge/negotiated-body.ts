import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import Negotiator from 'negotiator';
import { contentHash } from './content-hash.ts';

/** A body that many clients ask for and that never changes. */
export type NegotiatedBody = {
  /** Names the content, whatever its encoding. */
  readonly hash: string;
  /** Sends it in the encoding that the client likes best, or says that the client has it already. */
  send(request: Request, response: Response): void;
};

/** In the order of our choice among those that a client likes equally. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;

export type Encoding = (typeof ENCODINGS)[number];

/** What is sent of one content in each encoding. */
export function negotiatedBody(bodies: Readonly<Record<Encoding, Buffer>>): NegotiatedBody {
  const hash = contentHash(bodies.identity);

  return {
    hash,
    send(request, response) {
      const encoding = encodingFor(request);
      // Each encoding has a tag of its own, since a strong tag promises equal bytes (RFC 9110, 8.8.3).
      response.set('ETag', tagOf(hash, encoding));
      response.vary('Accept-Encoding');
      if (request.fresh) return void response.status(304).end();
      if (encoding !== 'identity') response.set('Content-Encoding', encoding);
      response.set('Content-Length', String(bodies[encoding].length));
      response.end(bodies[encoding]);
    },
  };
}

/** The tag of a content in an encoding. */
export function tagOf(hash: string, encoding: Encoding): string {
  return encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`;
}

/** The types of the package do not know its second parameter, which decides between what a client likes equally. */
type Preferring = { encodings(available: string[], options: { preferred: string[] }): string[] };

/** A client that takes none of ours gets the body as it is: it may refuse that, but no answer helps it more. */
export function encodingFor(request: Request): Encoding {
  const negotiator: Preferring = new Negotiator(request);
  const [best] = negotiator.encodings([...ENCODINGS], { preferred: [...ENCODINGS] });
  return ENCODINGS.find((encoding) => encoding === best) ?? 'identity';
}

/** Compresses a body once, as small as it gets: that takes long, and every request after it takes nothing. */
export async function compressedBody(identity: Buffer): Promise<NegotiatedBody> {
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
      },
    }),
    promisify(gzip)(identity, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  return negotiatedBody({ br, gzip: gzipped, identity });
}
