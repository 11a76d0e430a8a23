import { hash } from 'node:crypto';

/** What a request that only tests a connection has beside its body: it is about no conversion. */
export const NO_CONVERSION = {
  key: '',
  sharedKey: null,
  toldAt: 0,
  identifiers: [],
  hashedFields: [],
} as const;

/** The hash of an e-mail address that nobody has: its domain is reserved for examples. */
export const HASH_OF_NOBODY = hash('sha256', 'nobody@example.com', 'hex');
