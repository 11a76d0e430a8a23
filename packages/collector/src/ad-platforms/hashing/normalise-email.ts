import { MAX_EMAIL_LENGTH } from '@cvq/contract/constants';
import { asIs, type Normalised, omit } from './normalised.ts';

const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
const MAX_LOCAL_LENGTH = 64;

/**
 * An e-mail address in lower case, with the part before the @ rewritten by the platform's rule. Addresses beyond
 * ASCII are left out: the platforms' own libraries refuse them or disagree on them.
 */
export function normaliseEmail(
  text: string,
  rewriteLocal: (local: string, domain: string) => string = (local) => local,
): Normalised {
  if (text.length > MAX_EMAIL_LENGTH) return omit('not_an_email');
  const email = text.toLowerCase();
  const at = email.lastIndexOf('@');
  const local = email.slice(0, Math.max(at, 0));
  const domain = email.slice(at + 1);
  if (local.length > MAX_LOCAL_LENGTH || !LOCAL.test(local) || !DOMAIN.test(domain)) {
    return omit('not_an_email');
  }
  const rewritten = rewriteLocal(local, domain);
  return rewritten === '' ? omit('nothing_left') : asIs(`${rewritten}@${domain}`);
}

/** `first.last+shop` and `firstlast` are one mailbox where a provider ignores dots and what follows a plus. */
export function withoutDotsAndAlias(local: string): string {
  return local.replace(/\+.*$/, '').replaceAll('.', '');
}
