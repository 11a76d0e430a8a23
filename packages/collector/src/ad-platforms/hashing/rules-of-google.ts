import { normaliseEmail, withoutDotsAndAlias } from './normalise-email.ts';
import { asIs, type Rules } from './normalised.ts';

/** Google's own mailboxes, where dots and aliases mean nothing. */
const GOOGLE_DOMAINS = new Set(['gmail.com', 'googlemail.com']);

/**
 * Google's formatting for the Data Manager API: of an address white space is removed, within it too. Names and
 * addresses are left out: Google takes them only together with a postal code and a country in the clear.
 * @see https://developers.google.com/data-manager/api/devguides/concepts/formatting
 */
export const RULES_OF_GOOGLE: Rules = {
  email: (text) =>
    normaliseEmail(text.replace(/\s/g, ''), (local, domain) =>
      GOOGLE_DOMAINS.has(domain) ? withoutDotsAndAlias(local) : local,
    ),
  phone: (number) => asIs(number),
};
