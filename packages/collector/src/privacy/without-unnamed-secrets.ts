import { CLICK_ID_FAMILIES, LINK_PARAMETER } from '@cvq/contract';
import { REDACTED } from '@cvq/contract/redact';

/**
 * What may be a secret by its shape alone, or by the segment before it. Rare, and judged here only, before anything is
 * stored: the SDK cuts whatever names itself, and would be heavier for every visitor by these rules.
 */

/** Long values of these are what they should be: words of campaigns, clicks, a visitor on the way, a search. */
const OPEN_NAME = new RegExp(
  `^(?:amp;)?(?:utm_\\w+|${CLICK_ID_FAMILIES.replace(/[ +]/g, '|')}|${LINK_PARAMETER}|ref|source|q|query|s|search|terms?|keywords?|p)$`,
  'i',
);
const VALUE = /([?&#])([^=&#?/]+)(=)((?:[\w+/~.-]|%2[bf]|%3d){24,}=*)(?![^&#])/gi;
const SEGMENT = /(\/)()()([\w~.-]{32,}=*)(?![^/?#&;])/g;
/** The segment after one that says so: `/reset-password/Zk3…`. */
const TOLD =
  /(\/(?:[\w-]*(?:passwor[dt]|token|magic(?:-?link)?|verif[a-z]+|activat[a-z]+|invit[a-z]+|unsubscribe|secret|sso)|reset|confirm))\/(?=[\w~.-]*\d[a-z])[\w~.-]{16,}=*(?![^/?#&;])/gi;
/** Keys whose beginning is found in other texts as well. */
const KEY =
  /(^|[^\w%]|%(?:25)*[\da-fA-F]{2})(?:(?:cs|pi|seti)_(?:(?:live|test)_)?[A-Za-z\d]{16}[\w-]*|ya29\.[\w-]{20,}|SG\.[\w-]{16,}\.[\w-]+)/g;

/** True for a text that only chance writes: both cases and digits, in a mix that no words have. */
function isRandom(text: string): boolean {
  const turns = text.match(/[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])/g) || [];
  return /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text) && turns.length * 4 >= text.length;
}

function withoutChance(match: string, before: string, name: string, equals: string, value: string): string {
  return OPEN_NAME.test(name) || !isRandom(value) ? match : before + name + equals + REDACTED;
}

/** An address without what is a secret by its shape. UTM words, click ids and `_cvl` are never taken for tokens. */
export function withoutUnnamedSecrets(address: string): string {
  // Most addresses have nothing that long, and each search costs a microsecond.
  if (!/[\w~.%+-]{16}/.test(address)) return address;
  return address
    .replace(KEY, `$1${REDACTED}`)
    .replace(VALUE, withoutChance)
    .replace(SEGMENT, withoutChance)
    .replace(TOLD, `$1/${REDACTED}`);
}
