import { hash } from 'node:crypto';
import type { Idempotency } from '@cvq/storage';
import { TrackRefused } from '../errors/track-refused.ts';
import type { Delivery } from './delivery.ts';

const KEY = /^[\x20-\x7e]{1,255}$/;

/**
 * What makes a repeat of a request recognisable, when its caller asks for it: an element's place is part of it.
 * @throws TrackRefused when the key is no 1 to 255 printable characters.
 */
export function readIdempotency({ idempotencyKey, body }: Delivery): ((index: number) => Idempotency) | null {
  if (idempotencyKey === null) return null;
  if (!KEY.test(idempotencyKey)) {
    throw new TrackRefused('bad_request', 'Idempotency-Key must be 1 to 255 printable ASCII characters.');
  }
  const fingerprint = hash('sha256', body, 'base64url');
  // A place is a number, so that the whole request has a name that no element has.
  const request = `${idempotencyKey} *`;
  return (index) => ({ key: `${idempotencyKey} ${index}`, request, fingerprint });
}
