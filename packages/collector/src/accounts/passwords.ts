import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { Refused } from './refused.ts';

const MIN_LENGTH = 10;

/** The least that OWASP recommends for argon2id: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456;
const PASSES = 2;

/**
 * A new password as it is kept: argon2id in PHC form, `$argon2id$v=19$m=…,t=…,p=…$salt$hash`.
 * @throws Refused when it is too short
 */
export async function hashPassword(password: string): Promise<string> {
  if (password.length < MIN_LENGTH) {
    const fix = `Use at least ${MIN_LENGTH} characters.`;
    throw new Refused('bad_value', { field: 'password', problem: 'The password is too short.', fix });
  }
  const nonce = randomBytes(16);
  const hash = await promisify(argon2)('argon2id', {
    message: password.normalize('NFKC'),
    nonce,
    parallelism: 1,
    tagLength: 32,
    memory: MEMORY_KIB,
    passes: PASSES,
  });
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${unpadded(nonce)}$${unpadded(hash)}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
