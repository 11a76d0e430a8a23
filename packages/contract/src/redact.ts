import { CLICK_ID_FAMILIES, LINK_PARAMETER } from './constants.ts';

/**
 * Takes from addresses and titles what is nobody's business: e-mail addresses, tokens and keys. The browser SDK does it
 * before it sends or keeps anything, the collector before it stores anything, by this one table; doing it twice changes
 * nothing. A text is walked part by part, and a part is cut whole or not at all. It is decoded for the judgement alone,
 * so that one rule serves plain parts and those of an address that is a value in another address.
 */

/** Stands where something was cut out. Of characters that no part of an address escapes. */
export const REDACTED = '(redacted)';

/** A percent sign of an escape, where an address may be a value in another address: `%`, `%25`, `%2525`. */
const PERCENT = '%(?:25)*';

/**
 * What parts a text: the marks of an address, plain and escaped, spaces, and those of JSON. The order of a sale is one
 * of them: it must stay what it is, or all sales of a shop that names them by e-mail address would be one.
 */
const BORDER = new RegExp(
  `("order_id":"(?:[^"\\\\]|\\\\.)*"|&amp;|[?&#;/=\\s"]|\\\\(?:u[\\da-f]{4}|.)|${PERCENT}(?:2[36f]|3[bdf]))`,
  'i',
);
const EQUALS = /(?:=|3d)$/i;

/** Neither `react@18.2` nor `logo@2x.png`. */
const EMAIL = /[^@\s]@(?!\d+\.\d|\dx\.)[^@\s+]+\.[a-z]{2}/i;
/** Keys that show what they are: JSON Web Tokens, and those that begin as their makers have decided. */
const KEY =
  /(?:^|[^\w-])(?:eyJ[\w-]{8,}\.[\w-]{2}|(?:(?:[prs]k|srv|whsec|gh[a-z]|github_pat|glpat|npm|hf|shp[a-z]{2})[_-](?:(?:live|test|pro[dj])[_-])?|AKIA|AIza)(?=\w*\d)[A-Za-z\d]{16}|xox[a-z]-[\w-]{10})/;

/**
 * Names that end in one of these, as words in lower case, name a secret or a person. Those after `\b` do so as whole
 * words: `user phone`, not `smartphone`. The last ones do so when their value is too long for a coupon, a country or a
 * morning session.
 */
const SECRET_NAME =
  /^(?!utm )(?:.*(?:token|secret|passw(?:or)?[dt]|pwd|e ?mail|api ?key|signature|credentials?|sess(?:ion)? ?id|jwt|\b(?:auth|authorization|sig|pass|otp|phone|mobile|tel|telephone|telefon|(?:first|last|full) ?name|surname|[fl]name))(?: ?(?:address|number|confirm\w*|\d+))?|.*\b(code|state|key|hash|nonce|session|sid|ticket|invit(?:e|ation)|assertion|saml\w+))$/;
const LONG = 16;

/** As it was before it was made a value of an address, and that one of another. */
function decoded(part: string): string {
  return part.includes('%') ? unescape(unescape(unescape(part))) : part;
}

/** A name as words in lower case: `user%5Bphone%5D` is `user phone`. */
function wordsOf(name: string): string {
  return decoded(name)
    .replace(/[\W_]+/g, ' ')
    .trim()
    .toLowerCase();
}

/** A text, or JSON, without e-mail addresses. */
export function withoutEmails(text: string): string {
  if (!/@|40/.test(text)) return text;
  return text
    .split(BORDER)
    .map((part, place) => (!part || place % 2 || !EMAIL.test(decoded(part)) ? part : REDACTED))
    .join('');
}

/** How long a value of this name must be to be cut; undefined where none is. */
function shortestSecret(name: string, own: readonly string[]): number | undefined {
  if (own.some((other) => other && ` ${name}`.endsWith(` ${other}`))) return 1;
  const [isNamed, isOfLong] = SECRET_NAME.exec(name) || [];
  if (isOfLong) return LONG;
  return isNamed ? 1 : undefined;
}

/** What ends the value of a parameter, by what stands before and after its name. */
function endOf(before: string, equals: string): RegExp {
  if (equals !== '=') return /[&#]|2[36]$/;
  return /^[;/]/.test(before) ? /[?&#;/]/ : /[&#]/;
}

/**
 * An address or a title without e-mail addresses, tokens and keys. `names` are parameters of the site's own that are to
 * be cut as well. What remains is an address as before.
 */
export function redact(text: string, names: readonly string[] = []): string {
  // `https://user:password@host` would be an e-mail address, and the host a part of it.
  const parts = text.replace(/(:\/\/)[^/?#&\s]*@/g, '$1').split(BORDER);
  const own = names.map(wordsOf);
  for (let at = 0; at < parts.length; at += 2) {
    const [before = '', part = '', equals = ''] = [parts[at - 1], parts[at], parts[at + 1]];
    if (!part) continue;
    const plain = decoded(part);
    if (EMAIL.test(plain) || KEY.test(plain)) parts[at] = REDACTED;
    const shortest = EQUALS.test(equals) && shortestSecret(wordsOf(plain), own);
    if (!shortest) continue;

    const end = endOf(before, equals);
    let last = at + 2;
    while (parts[last + 1] && !end.test(parts[last + 1] as string)) last += 2;
    if (parts.slice(at + 2, last + 1).join('').length < shortest) continue;
    parts[at + 2] = REDACTED;
    parts.fill('', at + 3, last + 1);
    at = last;
  }
  return parts.join('');
}

// The mark lets a bundler leave the names out where nothing asks for them: an application with the core alone.
const CLICK = `(?:${/* @__PURE__ */ CLICK_ID_FAMILIES.replace(/[ +]/g, '|')}|${LINK_PARAMETER})`;
/** Up to the end of an address; one that stands in JSON ends with its text. */
const IN_ADDRESS = '[^&#"\\\\\\s]';
const CLICK_PARAMETERS = new RegExp(
  `[?&#](?:(?:amp;)?${CLICK}=${IN_ADDRESS}*(?:&|(?!${IN_ADDRESS})))+(?=([^#"\\\\\\s])?)`,
  'gi',
);
const ESCAPED_CLICK = new RegExp(
  `(${PERCENT}(?:3f|26))${CLICK}${PERCENT}3d(?:(?!${PERCENT}26)${IN_ADDRESS})*`,
  'gi',
);

/** Addresses, or JSON with addresses in it, without click ids and without `_cvl`, which may carry some. */
export function withoutClickIds(text: string): string {
  return (
    text
      // What stood before them stays only where something comes after.
      .replace(CLICK_PARAMETERS, (match: string, after?: string) => (after ? (match[0] as string) : ''))
      .replace(ESCAPED_CLICK, '$1')
  );
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
  // A text without any of these is no address and has no words: only its last character must stay whole.
  return (/^[\s\S]*[ &?#/]/.exec(room)?.[0] || room.replace(/[\ud800-\udbff]$/, '')) + CUT;
}

/** Names under which people pass user data among the properties of a conversion. */
const USER_DATA =
  /^(?:customer_|user_|contact_)?(?:((?:tele)?phone|tel|mobile)(?:_?number)?|(first_?name)|last_?name|surname)$/;

const ONLY_EMAIL = /^\s*[^\s@<>:/]+@[^\s@<>]+\.[a-z]{2,}\s*$/i;
const ONLY_PHONE = /^\W*(?:\d\W*){7,15}$/;

/**
 * Which user data a property of a conversion is, by its name in snake_case and its value; undefined for any other. An
 * e-mail address is one under every name but that of the order.
 */
export function userDataFieldOf(
  name: string,
  value: unknown,
): 'email' | 'phone' | 'first_name' | 'last_name' | undefined {
  if (!value || !/string|number/.test(typeof value)) return undefined;
  const text = `${value}`;
  if (name !== 'order_id' && ONLY_EMAIL.test(text)) return 'email';
  const [isUserData, isPhone, isFirstName] = USER_DATA.exec(name) || [];
  if (isPhone) return ONLY_PHONE.test(text) ? 'phone' : undefined;
  if (isFirstName) return 'first_name';
  return isUserData ? 'last_name' : undefined;
}
