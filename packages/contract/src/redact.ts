import { CLICK_ID_FAMILIES, LINK_PARAMETER } from './constants.ts';

/**
 * Takes from addresses and titles what is nobody's business: e-mail addresses, tokens and keys. The browser SDK does it
 * before it sends or keeps anything, the collector before it stores anything, by this one table; doing it twice changes
 * nothing.
 */

/** Stands where something was cut out. Of characters that no part of an address escapes. */
export const REDACTED = '(redacted)';

/** A percent sign of an escape, where an address may be a value in another address: `%`, `%25`, `%2525`. */
const PERCENT = '%(?:25){0,3}';
/** A letter beyond ASCII as people have in names, raw or escaped: `ü` is `%C3%BC`. */
const LETTER = `[\\w\\u00c0-\\u024f]|${PERCENT}c[3-9]${PERCENT}[89ab]\\w`;
const DOT = `(?:\\.|${PERCENT}2e)`;
const LABEL = `(?:-|${LETTER}){1,63}`;

/**
 * An e-mail address after what is no letter of one, such as an escape of an address or of JSON, so that a long word is
 * looked at once and not from each of its letters. What follows `@` is no version, as in `react@18.2`.
 */
const EMAIL = new RegExp(
  `(^|[^\\w\\u00c0-\\u024f.+~!$'*^\`{|}%\\\\-]|${PERCENT}[\\da-f]{2}|%(?![\\da-f]{2})|(?:\\\\(?:u[\\da-f]{4}|[^u]))+)` +
    `(?:(?:[.+~!$'*^\`{|}-]|${LETTER}|${PERCENT}2[be])+` +
    `(?:@|${PERCENT}40)(?!\\d+\\.\\d)${LABEL}(?:${DOT}${LABEL}){0,8}${DOT}[a-z]{2,})+`,
  'gi',
);
const HAS_AT = new RegExp(`@|${PERCENT}40`);
/** The order of a sale, which must stay what it is, or all sales of a shop that names them so would be one. */
const ORDER = '"order_id":';

/** A text, or JSON, without e-mail addresses. */
export function withoutEmails(text: string): string {
  if (!HAS_AT.test(text)) return text;
  return text.replace(EMAIL, (match: string, before: string, at: number) => {
    const isInEscape = before[0] === '\\' && text[at - 1] === '\\';
    return isInEscape || text.endsWith(ORDER, at) ? match : before + REDACTED;
  });
}

/** `https://user:password@host`. */
const LOGIN = /(:\/\/)[^/?#&\s]*@/g;

/** Keys that show what they are: JSON Web Tokens, and those that begin as their makers have decided. */
const KEY = new RegExp(
  `(^|[^\\w%]|${PERCENT}[\\da-fA-F]{2})(?:eyJ[\\w-]{8,}\\.[\\w-]{2,}[\\w.-]*|` +
    '(?:[prs]k|srv|whsec|gh[opsru]|github_pat|glpat|npm|hf|cs|pi|seti|shp[a-z]{2})[_-](?:(?:live|test|prod)_)?[A-Za-z\\d]{16}[\\w-]*|' +
    'xox[a-z]-[\\w-]{10,}|AKIA[A-Z\\d]{16}|AIza[\\w-]{30,}|ya29\\.[\\w-]{20,}|SG\\.[\\w-]{16,}\\.[\\w-]+)',
  'g',
);

/** Names that end in one of these name a secret or a person, whatever stands before: `reset_password_token`. */
const ENDINGS =
  'token|secret|passw(?:or)?d|passwort|pwd|e-?mail|api[_-]?key|signature|credentials?|sess(?:ion)?[_-]?id|jwt';
/** These do so as whole words. */
const WORDS =
  'auth|authorization|sig|pass|otp|phone|mobile|tel|telephone|telefon|(?:first|last|sur|full)[_-]?name|[fl]name';
/** And these when their value is too long for a coupon, a country or a morning session. */
const LONG_WORDS =
  'code|state|key|hash|nonce|sid|session|ticket|invitation|invite|assertion|saml(?:request|response)';
const LONG = 16;

const PART_OF_NAME = '(?:[\\w.\\[\\]-]|%5[bd])*';
const WHOLE = '(?:[\\w.\\[\\]-]*(?:[_.[-]|%5b))?';
const END_OF_NAME = '(?:[_-]?(?:address|number|confirm(?:ation)?|\\d+))?(?:\\]|%5d)*';

type Replacement = readonly [pattern: RegExp, by: string];

/** Parameters by their names, in a query or a fragment, in a path (`;jsessionid=`), and in an escaped address. */
function parameters(own: readonly string[]): Replacement[] {
  const named = own.map((name) => name.replace(/[^\w-]/g, '\\$&')).join('|');
  const names = `(?!utm_)(?:${PART_OF_NAME}(?:${ENDINGS})|${WHOLE}(?:${WORDS}${named && `|${named}`}))${END_OF_NAME}`;
  const long = `(?!utm_)${WHOLE}(?:${LONG_WORDS})`;
  const rule = (before: string, equals: string, character: string): Replacement => [
    new RegExp(
      `(${before})((?:amp;)?(?:${names}${equals}|${long}${equals}(?=(?:${character}){${LONG}})))(?:${character})+`,
      'gi',
    ),
    `$1$2${REDACTED}`,
  ];
  return [
    rule('[?&#]', '=', '[^&#]'),
    rule('[;/]', '=', '[^/?&#;]'),
    rule(`${PERCENT}(?:3f|26|23|2f|3b)`, `${PERCENT}3d`, `(?!${PERCENT}(?:26|23))[^&#]`),
  ];
}

const CLICK_IDS = CLICK_ID_FAMILIES.replace(/[ +]/g, '|');
/** Long values of these are what they should be: words of campaigns, clicks, a visitor on the way, a search. */
const OPEN_NAME = new RegExp(
  `^(?:amp;)?(?:utm_\\w+|${CLICK_IDS}|${LINK_PARAMETER}|ref|source|q|query|s|search|terms?|keywords?|p)$`,
  'i',
);
const VALUE = /([?&#])([^=&#?/]+)(=)((?:[\w+/~.-]|%2[bf]|%3d){24,}=*)(?![^&#])/gi;
const SEGMENT = /(\/)()()([\w~.-]{32,}=*)(?![^/?#&;])/g;
/** The segment after one that says so: `/reset-password/Zk3…`. */
const TOLD =
  /(\/(?:[\w-]*(?:passwor[dt]|token|magic(?:-?link)?|verif[a-z]+|activat[a-z]+|invit[a-z]+|unsubscribe|secret|sso)|reset|confirm))\/(?=[\w~.-]*\d[a-z])[\w~.-]{16,}=*(?![^/?#&;])/gi;

/** True for a text that only chance writes: both cases and digits, in a mix that no words have. */
function isRandom(text: string): boolean {
  const turns = text.match(/[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])/g) || [];
  return /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text) && turns.length * 4 >= text.length;
}

function withoutChance(match: string, before: string, name: string, equals: string, value: string): string {
  return OPEN_NAME.test(name) || !isRandom(value) ? match : before + name + equals + REDACTED;
}

const byNames = new Map<string, Replacement[]>();

function parametersOf(own: readonly string[]): Replacement[] {
  const key = own.join();
  const known = byNames.get(key) || parameters(own);
  byNames.set(key, known);
  return known;
}

/**
 * An address or a title without e-mail addresses, tokens and keys. `names` are parameters of the site's own that are to
 * be cut as well. What remains is an address as before; UTM words, click ids and `_cvl` are never taken for tokens.
 */
export function redact(text: string, names: readonly string[] = []): string {
  let clean = text.replace(LOGIN, '$1');
  if (/=|%3d/i.test(clean)) {
    for (const [pattern, by] of parametersOf(names)) clean = clean.replace(pattern, by);
    clean = clean.replace(VALUE, withoutChance);
  }
  clean = withoutEmails(clean);
  // Most addresses have nothing that long, and each search costs the collector a microsecond.
  if (!/[\w~.-]{16}/.test(clean)) return clean;
  return clean.replace(KEY, `$1${REDACTED}`).replace(SEGMENT, withoutChance).replace(TOLD, `$1/${REDACTED}`);
}

const CLICK = `(?:${CLICK_IDS}|${LINK_PARAMETER})`;
/** Up to the end of an address; one that stands in JSON ends with its text. */
const IN_ADDRESS = '[^&#"\\\\\\s]';
const CLICK_PARAMETERS = new RegExp(
  `[?&#](?:(?:amp;)?${CLICK}=${IN_ADDRESS}*(?:&|(?!${IN_ADDRESS})))+`,
  'gi',
);
const ESCAPED_CLICK = new RegExp(
  `(${PERCENT}(?:3f|26))${CLICK}${PERCENT}3d(?:(?!${PERCENT}26)${IN_ADDRESS})*`,
  'gi',
);

/** Addresses, or JSON with addresses in it, without click ids and without `_cvl`, which may carry some. */
export function withoutClickIds(text: string): string {
  return text
    .replace(CLICK_PARAMETERS, (match: string, at: number) =>
      /^[^#"\\\s]/.test(text.slice(at + match.length, at + match.length + 1)) ? (match[0] as string) : '',
    )
    .replace(ESCAPED_CLICK, '$1');
}

/** Marks a text that was too long. */
export const CUT = '(cut)';

/**
 * A text of at most `limit` characters. It ends before a part of an address, or a word, that would be cut in two, since
 * half of a secret shows half of it and half an escape breaks the address; and it says that it was cut.
 */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const room = text.slice(0, limit - CUT.length);
  const end = Math.max(...[...' &?#/'].map((mark) => room.lastIndexOf(mark)));
  // A text without any of these is no address and has no words: only its last character must stay whole.
  return (end < 0 ? room.replace(/[\ud800-\udbff]$/, '') : room.slice(0, end + 1)) + CUT;
}

/** Names under which people pass user data among the properties of a conversion. */
const PHONE = /^(?:customer_|user_|contact_)?(?:phone|telephone|tel|mobile)(?:_?number)?$/;
const FIRST_NAME = /^(?:customer_|user_|contact_)?first_?name$/;
const LAST_NAME = /^(?:customer_|user_|contact_)?(?:last_?name|surname)$/;

const ONLY_EMAIL = /^\s*[^\s@<>"']+@[^\s@<>"']+\.[a-z]{2,}\s*$/i;
const ONLY_PHONE = /^\s*\+?(?:[\s()./-]*\d){7,15}\s*$/;

/**
 * Which user data a property of a conversion is, by its name in snake_case and its value; undefined for any other. An
 * e-mail address is one under every name but that of the order.
 */
export function userDataFieldOf(
  name: string,
  value: unknown,
): 'email' | 'phone' | 'first_name' | 'last_name' | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = `${value}`;
  if (name !== 'order_id' && ONLY_EMAIL.test(text)) return 'email';
  if (PHONE.test(name) && ONLY_PHONE.test(text)) return 'phone';
  if (typeof value !== 'string' || !value) return undefined;
  if (FIRST_NAME.test(name)) return 'first_name';
  return LAST_NAME.test(name) ? 'last_name' : undefined;
}
