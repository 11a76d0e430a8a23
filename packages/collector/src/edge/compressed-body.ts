import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type NegotiatedBody, negotiatedBody } from './negotiated-body.ts';

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
