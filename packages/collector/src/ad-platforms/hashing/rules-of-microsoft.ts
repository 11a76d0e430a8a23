import { normaliseEmail, withoutDotsAndAlias } from './normalise-email.ts';
import { asIs, type Rules } from './normalised.ts';

/**
 * Microsoft drops dots and aliases at every domain, not only at its own.
 * @see https://learn.microsoft.com/en-us/advertising/guides/uet-conversion-api-integration
 */
export const RULES_OF_MICROSOFT: Rules = {
  email: (text) => normaliseEmail(text, withoutDotsAndAlias),
  phone: (number) => asIs(number),
};
