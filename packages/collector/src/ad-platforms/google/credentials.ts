import { createPrivateKey } from 'node:crypto';
import type { Credentials } from '../adapter.ts';

const SERVICE_ACCOUNT = ['client_email', 'private_key'];
const PERSON = ['client_id', 'client_secret', 'refresh_token'];

/** What is wrong with credentials of Google, in a sentence; null where they can be used. */
export function problemOfGoogle(credentials: Credentials): string | null {
  const wanted = 'private_key' in credentials || 'client_email' in credentials ? SERVICE_ACCOUNT : PERSON;
  const missing = wanted.find((name) => !credentials[name]);
  if (missing !== undefined && wanted === PERSON)
    return `${missing} is missing: give the JSON key file of a service account, or an object with ${PERSON.join(', ')}`;
  if (missing !== undefined)
    return `${missing} is missing: give the JSON key file of the service account as it is`;
  return wanted === PERSON || isPrivateKey(credentials.private_key ?? '')
    ? null
    : 'private_key is not an RSA key in PEM: give the JSON key file of the service account as it is';
}

function isPrivateKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
