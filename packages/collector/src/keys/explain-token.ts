import { isWellFormedToken, type KeyPrefix } from './token.ts';

type Sent = {
  /** The whole header, where the key came by one. */
  readonly header: string | undefined;
  /** What it holds; '' where the header is not a bearer's. */
  readonly token: string;
};

const NEEDED: Readonly<Record<KeyPrefix, string>> = {
  sk: 'The read API needs a secret key (sk_): create one with cvq key create.',
  srv: 'This path needs a server key (srv_): cvq project create prints one.',
};

const WRITES_ONLY = 'it can only write events.';

/**
 * What is wrong with a key or token that cannot be used, as far as its text shows. An unknown one gets the same answer as one that
 * was revoked or has expired. The text itself is never repeated.
 */
export function explainToken({ header, token }: Sent, wanted: KeyPrefix): string {
  if (token === '') return explainHeader(header ?? '');
  if (token.startsWith('proj_'))
    return `A proj_ key is a public tracking key: ${WRITES_ONLY} ${NEEDED[wanted]}`;
  if (wanted === 'sk' && token.startsWith('srv_'))
    return `An srv_ key is a server key: ${WRITES_ONLY} ${NEEDED.sk}`;
  if (wanted === 'sk' && token.startsWith('oat_'))
    return 'The access token is unknown, expired or revoked. Refresh it, or ask the person again.';
  if (wanted === 'sk' && token.startsWith('ort_'))
    return 'A refresh token gets access tokens from /oauth/token; requests need one of those.';
  if (wanted === 'srv' && token.startsWith('sk_')) {
    return `An sk_ key is a secret key of the read API: it cannot write events. ${NEEDED.srv}`;
  }
  if (!isWellFormedToken(token, wanted)) {
    return `The API key is malformed: it must be ${wanted}_ and 40 characters, exactly as it was printed.`;
  }
  return 'The API key is unknown, revoked or expired.';
}

function explainHeader(header: string): string {
  const isKey = /^(sk|srv|proj)_\S*$/.test(header.trim());
  const what = isKey ? 'does not have the word Bearer before the key' : 'does not have the right form';
  if (header === '') return 'The API key is empty: send Authorization: Bearer <API_KEY>.';
  return `The Authorization header ${what}: send Authorization: Bearer <API_KEY>.`;
}
