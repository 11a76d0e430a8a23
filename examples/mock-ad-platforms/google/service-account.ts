import { createPublicKey, generateKeyPairSync, type KeyObject, randomUUID, verify } from 'node:crypto';
import { isObject, parseJson } from '../formats.ts';

/** A key file, as the Google Cloud console gives it out. */
type ServiceAccountKey = {
  readonly type: 'service_account';
  readonly project_id: string;
  readonly private_key_id: string;
  readonly private_key: string;
  readonly client_email: string;
  readonly client_id: string;
  readonly token_uri: string;
};

export type ServiceAccount = {
  /** The key file. The first call makes the key, which takes a moment. */
  key(): ServiceAccountKey;
  /** Why an assertion is refused, in Google's words; its scopes where it is not. */
  check(assertion: string): { readonly scope: string } | { readonly refused: string };
};

const EMAIL = 'conversions@mock-ad-platforms.iam.gserviceaccount.com';
const GOOGLES_OWN_AUDIENCE = 'https://oauth2.googleapis.com/token';

/** A service account, whose JSON Web Tokens are verified (developers.google.com/identity/protocols/oauth2/service-account). */
export function openServiceAccount(tokenAddress: () => string, now: () => number): ServiceAccount {
  let pair: { readonly id: string; readonly pem: string; readonly publicKey: KeyObject } | null = null;
  const keyPair = () => {
    pair ??= newKeyPair();
    return pair;
  };
  return {
    key: () => ({
      type: 'service_account',
      project_id: 'mock-ad-platforms',
      private_key_id: keyPair().id,
      private_key: keyPair().pem,
      client_email: EMAIL,
      client_id: '100000000000000000001',
      token_uri: tokenAddress(),
    }),
    check(assertion) {
      const [header = '', claims = '', signature = ''] = assertion.split('.');
      const head = decoded(header);
      const said = decoded(claims);
      if (head?.alg !== 'RS256' || said === null) return { refused: 'Invalid JWT: Failed to parse.' };
      if (said.iss !== EMAIL) return { refused: 'Invalid grant: account not found' };
      const bytes = Buffer.from(`${header}.${claims}`);
      if (!verify('RSA-SHA256', bytes, keyPair().publicKey, Buffer.from(signature, 'base64url')))
        return { refused: 'Invalid JWT Signature.' };
      if (![tokenAddress(), GOOGLES_OWN_AUDIENCE].includes(String(said.aud)))
        return { refused: 'Invalid JWT: Failed audience check.' };
      if (!isShortLived(said, now() / 1000))
        return {
          refused:
            'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.',
        };
      return { scope: typeof said.scope === 'string' ? said.scope : '' };
    },
  };
}

function newKeyPair() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { id: randomUUID().replaceAll('-', ''), pem, publicKey: createPublicKey(privateKey) };
}

function decoded(part: string): Record<string, unknown> | null {
  const value = parseJson(Buffer.from(part, 'base64url').toString());
  return isObject(value) ? value : null;
}

function isShortLived({ iat, exp }: Record<string, unknown>, now: number): boolean {
  if (typeof iat !== 'number' || typeof exp !== 'number') return false;
  return exp - iat <= 3600 && exp > now && iat <= now + 300;
}
