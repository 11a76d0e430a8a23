import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { MAX_PASSWORD_BYTES } from '@cvq/contract';
import { isCommonPassword } from './common-passwords.ts';
import { Refused } from './refused.ts';

const MIN_LENGTH = 10;

/** The least that OWASP recommends for argon2id: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const HASH_BYTES = 32;

type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number };

const COST: Cost = { memory: MEMORY_KIB, passes: PASSES, parallelism: 1 };

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/** What a person without a password, and nobody, is compared with: it takes as long, and nothing equals it. */
const NOBODYS = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${unpadded(Buffer.alloc(16))}$${unpadded(Buffer.alloc(HASH_BYTES))}`;

/**
 * Refuse a new password that others would guess.
 * @throws Refused naming the field
 */
export function requireGoodPassword(password: string, email: string, field = 'password'): void {
  const text = password.normalize('NFKC');
  const refuse = (problem: string, fix: string) => new Refused('bad_value', { field, problem, fix });
  if ([...text].length < MIN_LENGTH)
    throw refuse('The password is too short.', `Use at least ${MIN_LENGTH} characters.`);
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES)
    throw refuse('The password is too long.', `Use at most ${MAX_PASSWORD_BYTES} bytes.`);
  if (text.toLowerCase() === email) throw refuse('The password is the e-mail address.', 'Use another one.');
  if (isCommonPassword(text))
    throw refuse('The password is one of the most common ones.', 'Use one that nobody else has.');
}

/**
 * A password as it is kept: argon2id in PHC form, `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. It takes 19 MiB of memory.
 * Whether it is a good one, `requireGoodPassword` says.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, COST);
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${unpadded(salt)}$${unpadded(hash)}`;
}

/** Whether a password is the one that is kept. Null, for a person without one or for nobody, costs the same. */
export async function isPassword(password: string, kept: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', hash = ''] = PHC.exec(kept ?? NOBODYS) ?? [];
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const derived = await derive(password, Buffer.from(salt, 'base64'), cost);
  const wanted = Buffer.from(hash, 'base64');
  return derived.length === wanted.length && timingSafeEqual(derived, wanted) && kept !== null;
}

function derive(password: string, nonce: Buffer, cost: Cost): Promise<Buffer> {
  return promisify(argon2)('argon2id', {
    message: password.normalize('NFKC'),
    nonce,
    tagLength: HASH_BYTES,
    ...cost,
  });
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
