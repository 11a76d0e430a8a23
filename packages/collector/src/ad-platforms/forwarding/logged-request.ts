import { redact } from '@cvq/contract/redact';
import { withoutHashes } from './without-hashes.ts';

const TOKEN_NAME = /token|secret|password|authorization/i;
const TOKEN = '[token]';

/**
 * A request as the log keeps it, whether it was sent or only built: as JSON, with every hash as `[hash]` and every token as
 * `[token]`. The rest is as it is sent.
 */
export function loggedRequest(body: object): string {
  return JSON.stringify(body, (name, value: unknown) => {
    if (typeof value !== 'string') return value;
    return TOKEN_NAME.test(name) ? TOKEN : withoutHashes(value);
  });
}

/** What a platform answered as the log keeps it. It may repeat what it was sent, and say what it knows of accounts. */
export function loggedAnswer(text: string): string {
  return withoutHashes(redact(text));
}
