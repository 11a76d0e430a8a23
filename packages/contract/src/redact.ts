import { CLICK_ID_FAMILIES, LINK_PARAMETER } from './constants.ts';

/**
 * Takes from addresses, titles and other texts what must not be stored: e-mail addresses, tokens and keys. The browser
 * SDK does it before it sends or keeps anything, the collector before it stores anything, by this one table; doing it
 * twice changes nothing. A text is walked part by part, and a part is cut whole or not at all. It is decoded for the
 * judgement alone, so that one rule serves plain parts and those of an address that is a value in another address.
 */

/** Stands where something was cut out. Of characters that no part of an address escapes. */
export const REDACTED = '(redacted)';

/** A percent sign of an escape, where an address may be a value in another address: `%`, `%25`, `%2525`. */
const PERCENT = '%(?:25)*';

/** A pattern that is made when it is first asked for: most pages never do, and a slow phone feels the making of each. */
function lazily(source: () => string, flags?: string): () => RegExp {
  let made: RegExp | undefined;
  return () => {
    made ??= new RegExp(source(), flags);
    return made;
  };
}

/** What parts a text: the marks of an address, plain and escaped, spaces and quotes. */
const border = lazily(() => `(&(?:amp;)?|[?#;/=\\s"]|${PERCENT}(?:2[36f]|3[bdf]))`, 'i');
const EQUALS = /(?:=|3d)$/i;

/** An at sign as HTML writes it where a page has escaped too much. */
const ENTITY = /&(?:amp;)*(?:#(?:0*64|x0*40)|commat);/gi;
/** Neither `react@18.2` nor `logo@2x.png`. */
const EMAIL = /[^@\s]@(?!\d+\.\d|\dx\.)[^@\s+]+\.[a-z\u0080-\uffff]{2}/i;
/** Keys that show what they are: JSON Web Tokens, and those that begin as their makers have decided. */
const KEY =
  /(?:^|[^\w-])(?:eyJ[\w-]{8,}\.[\w-]{2}|(?:(?:[prs]k|srv|whsec|gh[a-z]|github_pat|glpat|npm|hf|shp[a-z]{2})[_-](?:(?:live|test|pro[dj])[_-])?|AKIA|AIza)(?=\w*\d)[A-Za-z\d]{16}|xox[a-z]-[\w-]{10})/;

/**
 * Names that end in one of these name a secret or a person. Those of the second kind do so as whole words: `user phone`,
 * not `smartphone`; those of the third as well, when their value is too long for a coupon, a country or a morning session.
 */
const SECRETS =
  'token|secret|passw(?:or)?[dt]|pwd|e.?mail|api.?key|signature|credentials?|sess(?:ion)?.?id|jwt';
const PERSONS =
  'auth|authorization|sig|pass|otp|phone|mobile|tel|telephone|telefon|(?:first|last|full).?name|surname|[fl]name';
const LONG_SECRETS = 'code|state|key|hash|nonce|session|sid|ticket|invit(?:e|ation)|assertion|saml\\w{1,16}';
const LONG = 16;
const secretName = lazily(
  () =>
    `(?:(?:${SECRETS}|\\b(?:${PERSONS}))(?: ?(?:address|number|confirm\\w{0,8}|\\d+))?|\\b(${LONG_SECRETS}))$`,
);
/** Where none of these is found there is nothing to cut but keys, and most texts are spared the walk. */
const hint = lazily(() => `@|(?:${SECRETS}|${PERSONS}|${LONG_SECRETS})[^&=]{0,40}=`, 'i');
/** Without any of these a text has no hint, however it is decoded. */
const MARK = /[@=%&\ufe6b\uff00-\uffff]/;

/** Names of click ids, in snake_case as well, and of what may carry some from one domain to another. */
const click = () =>
  `(?:${CLICK_ID_FAMILIES.replace(/_|([a-z])(?=[A-Z])/g, '$1_?').replace(/[ +]/g, '|')}|${LINK_PARAMETER}|_gl)`;
/** Values of these are what they should be, never tokens. */
const openName = lazily(() => `^(?:utm_\\w+|${click()})$`, 'i');

/** As it was before it was made a value of an address, and that one of another. */
function decoded(text: string): string {
  const plain = text.includes('%')
    ? text.replace(/%(?:25)+/g, '%').replace(/(?:%[\da-f]{2})+/gi, (escapes) => {
        try {
          return decodeURIComponent(escapes);
        } catch {
          return unescape(escapes);
        }
      })
    : text;
  // Full-width letters and signs are those that they look like.
  return /[\uff00-\uffff\ufe6b]/.test(plain) ? plain.normalize('NFKC') : plain;
}

/** What a name ends with tells what it names. Of more, a pattern takes the square of its length. */
const END_OF_NAME = 128;

/** The end of a name as words in lower case: `user%5Bphone%5D` is `user phone`. */
function wordsOf(name: string): string {
  return name
    .slice(-END_OF_NAME)
    .replace(/[\W_]+/g, ' ')
    .trim()
    .toLowerCase();
}

/**
 * True for a text with an at sign, however it is escaped. Addresses of local networks, and those with spaces, have little else
 * in common with others: what must not be one at all is asked so.
 */
export function hasAtSign(text: string): boolean {
  return decoded(text.replace(ENTITY, '@')).includes('@');
}

/** A text without e-mail addresses. */
export function withoutEmails(text: string): string {
  const plain = text.replace(ENTITY, '@');
  if (!decoded(plain).includes('@')) return text;
  return plain
    .split(border())
    .map((part, place) => (place % 2 || !EMAIL.test(decoded(part)) ? part : REDACTED))
    .join('');
}

/**
 * False for a text in which there is nothing to cut. JSON may be asked as a whole, where it has no escapes: then each of
 * its texts stands in it as it is.
 */
export function mayHaveSecrets(text: string): boolean {
  // Most pages have an address without a query, and a slow phone feels that the browser compiles a long pattern.
  if (!MARK.test(text)) return KEY.test(text);
  const plain = decoded(text.replace(ENTITY, '@'));
  return hint().test(plain) || KEY.test(plain);
}

/** How long a value of this name must be to be cut; undefined where none is. */
function shortestSecret(name: string, own: readonly string[]): number | undefined {
  const words = wordsOf(name);
  if (own.some((other) => other && ` ${words}`.endsWith(` ${other}`))) return 1;
  const [isNamed, isOfLong] = (!openName().test(name) && secretName().exec(words)) || [];
  if (isOfLong) return LONG;
  return isNamed ? 1 : undefined;
}

/** What ends the value of a parameter, by what stands before and after its name. */
function endOf(before: string, equals: string): RegExp {
  if (equals !== '=') return /[&#\s"]|2[36]$/;
  return /^[;/]/.test(before) ? /[?&#;/\s"]/ : /[&#\s"]/;
}

/**
 * A text without e-mail addresses, tokens and keys. `names` are parameters of the site's own that are to be cut as well.
 * What remains of an address is an address as before. A text that `isOpen`, such as a click id, is no token.
 */
export function redact(text: string, names: readonly string[] = [], isOpen = false): string {
  if (isOpen) return withoutEmails(text);
  // `https://user:password@host` would be an e-mail address, and the host a part of it.
  const whole = text.replace(ENTITY, '@').replace(/(:\/\/)[^/?#&\s]*@/g, '$1');
  if (!names.length && !mayHaveSecrets(whole)) return whole;
  const parts = whole.split(border());
  const own = names.map((name) => wordsOf(decoded(name)));
  for (let at = 0; at < parts.length; at += 2) {
    const { [at - 1]: before = '', [at]: part = '', [at + 1]: equals = '' } = parts;
    if (!part) continue;
    const plain = decoded(part);
    const isOpenValue = () => EQUALS.test(before) && openName().test(decoded(parts[at - 2] || ''));
    if (EMAIL.test(plain) || (KEY.test(plain) && !isOpenValue())) parts[at] = REDACTED;
    const shortest = EQUALS.test(equals) && shortestSecret(plain, own);
    if (!shortest) continue;

    const end = endOf(before, equals);
    let last = at + 2;
    while (parts[last + 1] && !end.test(parts[last + 1] as string)) last += 2;
    // What is cut already has no length: a value that is short now is no longer by what was cut out of it.
    const value = parts
      .slice(at + 2, last + 1)
      .join('')
      .split(REDACTED)
      .join('');
    if (value.length < shortest) continue;
    parts[at + 2] = REDACTED;
    parts.fill('', at + 3, last + 1);
    at = last;
  }
  return parts.join('');
}

/** Up to the end of an address; one that stands in JSON ends with its text. */
const IN_ADDRESS = '[^&#"\\\\\\s]';
const clickParameters = lazily(
  () => `[?&#](?:(?:amp;)?${click()}=${IN_ADDRESS}*(?:&|(?!${IN_ADDRESS})))+(?=([^#"\\\\\\s])?)`,
  'gi',
);
/** In any other text, and in an address that is a value of another. */
const furtherClick = lazily(
  () => `(^|[^\\w%]|${PERCENT}[\\da-f]{2})${click()}(?:=|${PERCENT}3d)(?:(?!${PERCENT}26)${IN_ADDRESS})*`,
  'gi',
);

/** A text, or JSON, without click ids and without `_cvl` and `_gl`, which may carry some. */
export function withoutClickIds(text: string): string {
  return (
    text
      // What stood before them stays only where something comes after.
      .replace(clickParameters(), (match: string, after?: string) => (after ? (match[0] as string) : ''))
      .replace(furtherClick(), '$1')
  );
}

/** Names of properties that hold a click id, such as `gclid` and `last_gclid`. */
export const clickIdName = lazily(() => `(?:^|[^a-z\\d])${click()}$`, 'i');

type Change = (text: string, isOpen: boolean) => string;

/**
 * A value of JSON with each of its texts changed, and told apart what has the name of a click id or of a campaign. The
 * order of a sale stays what it is, or all sales of a shop that names them by e-mail address would be one. Members whose
 * names are left out are missing.
 */
export function withTexts(value: unknown, change: Change, leftOut?: RegExp, isOpen = false): unknown {
  if (typeof value === 'string') return change(value, isOpen);
  if (!value || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item) => withTexts(item, change, leftOut, isOpen));
  const members = Object.entries(value).filter(([name]) => !leftOut?.test(name));
  return Object.fromEntries(
    members.map(([name, inner]) => [
      name.includes('@') ? change(name, false) : name,
      name === 'order_id' ? inner : withTexts(inner, change, leftOut, isOpen || openName().test(name)),
    ]),
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
