import type { IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { ApiError } from '../errors/api-error.ts';
import { ClientGone } from './json-body.ts';

/** A body that is a file as it is, of any length up to a limit. */
export type FileBody = { readonly contentType: string; readonly maxBytes: number };

/**
 * The bytes of a request that brings a file. Reading them fails with ApiError where there are more than may be, and with
 * ClientGone where the client goes away. Whoever stops half-way leaves the connection as it is, so that an answer can be sent.
 * @throws ApiError invalid_request for another content type, an encoding, or a length that is told and too large
 */
export function openFileBody(request: IncomingMessage, { contentType, maxBytes }: FileBody): Readable {
  const { headers } = request;
  const [type = ''] = (headers['content-type'] ?? '').toLowerCase().split(';');
  if (type.trim() !== contentType) throw bad(`Content-Type must be ${contentType}.`);
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    throw bad('Content-Encoding is not supported: send the file as it is.');
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  let size = 0;
  // It takes all that comes, however slowly it is read: how long a request may take to arrive says nothing of its reader.
  const counted = new Transform({
    highWaterMark: maxBytes,
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) done(tooLarge(maxBytes));
      else done(null, chunk);
    },
  });
  // What is still to come is read and dropped, so that the answer can be sent.
  counted.once('close', () => request.unpipe(counted).resume());
  request.once('close', () => !request.complete && counted.destroy(new ClientGone()));
  return request.pipe(counted);
}

function bad(message: string): ApiError {
  return new ApiError('invalid_request', message);
}

function tooLarge(maxBytes: number): ApiError {
  return bad(`The file is larger than ${maxBytes / 1024 / 1024} MB. Divide it into several.`);
}
