import type { IncomingMessage } from 'node:http';
import { formatPath, MAX_JSON_DEPTH, MAX_REQUEST_BYTES } from '@cvq/contract';
import { TrackRefused } from '../errors/track-refused.ts';
import type { SharedBudget } from '../quotas/limits.ts';

/** The client went away before its request was whole; there is nobody to answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

type Rules = {
  readonly contentTypes: readonly string[];
  /** Memory for bodies, and who takes of it. */
  readonly budget: SharedBudget;
  readonly owner: string;
};

/**
 * The body of a tracking request, which the caller releases from the budget when it has been answered. Stricter than
 * Express's own readers, which let empty and broken bodies pass.
 * @throws TrackRefused when it has another content type, is encoded, empty or larger than 1 MB.
 */
export function receive(request: IncomingMessage, { contentTypes, budget, owner }: Rules): Promise<Buffer> {
  // One that went away before its body was asked for tells nobody of it again.
  if (request.destroyed) throw new ClientGone();
  refuseAmbiguousHeaders(request);
  refuseOtherContent(request, contentTypes);
  const length = Number(request.headers['content-length'] ?? 0);
  if (length > MAX_REQUEST_BYTES) throw tooLarge();
  const wanted = contentTypes.includes('application/json') ? 'a JSON object' : contentTypes.join(' or ');
  return readBody(request, { budget, owner, wanted });
}

function refuseAmbiguousHeaders(request: IncomingMessage): void {
  const name = repeatedHeader(request);
  if (name !== null) throw new TrackRefused('bad_request', `The header ${name} was sent more than once.`);
}

function refuseOtherContent({ headers }: IncomingMessage, contentTypes: readonly string[]): void {
  const stated = headers['content-type'] ?? '';
  if (!contentTypes.includes(stated)) refuseOtherType(stated, contentTypes);
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    throw new TrackRefused('bad_request', 'Content-Encoding is not supported: send the body as it is.');
  }
  const transfer = headers['transfer-encoding'] ?? 'chunked';
  if (transfer !== 'chunked') {
    throw new TrackRefused('bad_request', 'Transfer-Encoding must be chunked, or not sent.');
  }
}

/** The long way, for a content type that is not written as most write it. */
function refuseOtherType(stated: string, contentTypes: readonly string[]): void {
  const [type, ...parameters] = stated.toLowerCase().split(';');
  if (!contentTypes.includes((type ?? '').trim())) {
    throw new TrackRefused('bad_request', `Content-Type must be ${contentTypes.join(' or ')}.`);
  }
  const charset = parameters.map((part) => part.trim()).find((part) => part.startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-8"?$/.test(charset)) {
    throw new TrackRefused('bad_request', 'Content-Type must name the charset utf-8, or none.');
  }
}

type Reading = Pick<Rules, 'budget' | 'owner'> & { readonly wanted: string };

function readBody(request: IncomingMessage, { budget, owner, wanted }: Reading): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const refuse = (error: unknown) => {
      budget.release(owner, size);
      request.removeAllListeners('data').removeAllListeners('end').removeAllListeners('close');
      // What is still to come is read and dropped, so that the answer can be sent.
      request.resume();
      reject(error);
    };
    request.on('data', (chunk: Buffer) => {
      if (size + chunk.length > MAX_REQUEST_BYTES) return refuse(tooLarge());
      try {
        budget.take(owner, chunk.length);
      } catch (error) {
        return refuse(error);
      }
      size += chunk.length;
      chunks.push(chunk);
    });
    request.on('end', () => {
      if (size === 0) reject(new TrackRefused('bad_request', `The body is empty: send ${wanted}.`));
      else resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks));
    });
    request.on('close', () => !request.complete && refuse(new ClientGone()));
    request.on('error', heardOtherwise);
  });
}

/** A connection that breaks is also closed, which is heard of. */
function heardOtherwise(): void {}

function tooLarge(): TrackRefused {
  const message = `The body is larger than 1 MB (${MAX_REQUEST_BYTES} bytes).`;
  return new TrackRefused('bad_request', message, { countedAs: 'too_large' });
}

/** Headers that decide how a request is read: twice the same name means that two readers may differ. */
const SINGLE_HEADERS = new Set([
  'authorization',
  'content-type',
  'content-length',
  'content-encoding',
  'host',
  'transfer-encoding',
]);

/** Nearly all other headers are told apart by their length alone. */
const LENGTHS: ReadonlySet<number> = new Set([...SINGLE_HEADERS].map(({ length }) => length));

/** The name of such a header that was sent more than once; null when the request can be read in one way only. */
export function repeatedHeader({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): string | null {
  const seen: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const raw = rawHeaders[index] as string;
    if (!LENGTHS.has(raw.length)) continue;
    const name = raw.toLowerCase();
    if (!SINGLE_HEADERS.has(name)) continue;
    if (seen.includes(name)) return name;
    seen.push(name);
  }
  return null;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The value of a JSON body, or of what `name` says. Refused are: text that is not UTF-8 or not JSON, nesting past the limit (a
 * serializer overflows on it later), `__proto__` as a key, numbers too large to keep, and text that no store
 * can give back unchanged (NUL, half of a surrogate pair).
 * @throws TrackRefused
 */
export function parseJson(body: Uint8Array, name = 'The body'): unknown {
  const text = decode(body, name);
  const value = parse(text, name);
  if (!isFit(value, 1, mayHoldUnfitText(text))) complain(value, [], 1);
  return value;
}

/** NUL and half pairs can only come from escapes, and so can a hidden `__proto__`. */
function mayHoldUnfitText(json: string): boolean {
  return json.includes('\\u') || json.includes('__proto__');
}

function decode(body: Uint8Array, name: string): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new TrackRefused('bad_request', `${name} is not valid UTF-8.`);
  }
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new TrackRefused('bad_request', `${name} is not valid JSON.`);
  }
}

/** The value of a browser's JSON body, of which single fields and events may be left out: each as `requireFitJson` says. */
export function parseLooseJson(body: Uint8Array): { readonly value: unknown; readonly isFit: boolean } {
  const text = decode(body, 'The body');
  const value = parse(text, 'The body');
  return { value, isFit: isFit(value, 1, mayHoldUnfitText(text)) };
}

/** @throws TrackRefused naming the first part of a value that no store could give back. */
export function requireFitJson(value: unknown, depth: number): void {
  complain(value, [], depth);
}

/** The quick look at every value, texts only where one may be unfit. `complain` then finds which it was. */
function isFit(value: unknown, depth: number, withTexts: boolean): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'string') return !withTexts || isFitText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth > MAX_JSON_DEPTH) return false;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      if (!isFit(value[index], depth + 1, withTexts)) return false;
    }
    return true;
  }
  for (const key in value) {
    if (withTexts && (key === '__proto__' || !isFitText(key))) return false;
    if (!isFit((value as Record<string, unknown>)[key], depth + 1, withTexts)) return false;
  }
  return true;
}

function isFitText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** @throws TrackRefused naming the first value that is unfit, if there is one. */
function complain(value: unknown, path: readonly PropertyKey[], depth: number): void {
  if (typeof value === 'number' && !Number.isFinite(value)) refuse(path, 'is too large a number');
  if (typeof value === 'string') complainOfText(value, path);
  if (typeof value !== 'object' || value === null) return;
  if (depth > MAX_JSON_DEPTH) refuse(path, `is nested deeper than ${MAX_JSON_DEPTH} levels`);
  for (const [key, item] of Object.entries(value)) {
    if (key === '__proto__') refuse([...path, key], 'is not allowed as a key');
    complainOfText(key, path);
    complain(item, [...path, Array.isArray(value) ? Number(key) : key], depth + 1);
  }
}

function complainOfText(text: string, path: readonly PropertyKey[]): void {
  if (text.includes('\0')) refuse(path, 'holds a NUL character');
  if (!text.isWellFormed()) refuse(path, 'holds half of a surrogate pair');
}

function refuse(path: readonly PropertyKey[], message: string): never {
  throw new TrackRefused('bad_request', `${formatPath(path)} ${message}.`);
}
