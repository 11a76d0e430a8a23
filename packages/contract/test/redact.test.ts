import { CLICK_ID_FAMILIES } from '@cvq/contract/constants';
import {
  CUT,
  clickIdName,
  cutText,
  mayHaveSecrets,
  REDACTED,
  redact,
  withoutClickIds,
  withoutEmails,
  withTexts,
} from '@cvq/contract/redact';
import { separateUserData, userDataFieldOf } from '@cvq/contract/separate-user-data';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HARMLESS_ADDRESSES } from '../../../test/builders/harmless-addresses.ts';

const SITE = 'https://shop.example';
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-DEF_1';
const SECRET = 'Zk3yQx8LmP2vRt7WnB4cHj9sDf6Ga1KeQ';
const R = REDACTED;

describe('redact cuts', () => {
  it.each([
    ['an e-mail address in a query', '/?e=ada@example.com&x=1', `/?e=${R}&x=1`],
    ['an escaped one', '/?e=ada%40example.com', `/?e=${R}`],
    ['one that was escaped twice', '/?e=ada%2540example%252Ecom#top', `/?e=${R}#top`],
    ['one that was escaped many times', '/?e=ada%25252525252540example.com', `/?e=${R}`],
    ['one with a full-width at sign', '/?e=ada＠example.com', `/?e=${R}`],
    ['an escaped one of these', '/?e=ada%EF%BC%A0example.com', `/?e=${R}`],
    ['one of these that was escaped twice', '/?e=ada%25EF%25BC%25A0example.com', `/?e=${R}`],
    ['one in full-width letters', '/?e=ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ', `/?e=${R}`],
    ['one with a small at sign', '/?e=ada%EF%B9%ABexample.com', `/?e=${R}`],
    ['one that was escaped for HTML', '/?e=ada&#64;example.com&x=1', `/?e=${R}&x=1`],
    ['one that was so twice', '/?e=ada&amp;#x40;example.com', `/?e=${R}`],
    ['one of a domain beyond ASCII', '/?e=ada@пример.рф', `/?e=${R}`],
    ['one with letters beyond ASCII', '/?e=j%C3%B6rg%40example.de', `/?e=${R}`],
    ['one in a path', '/u/ada@example.com/orders', `/u/${R}/orders`],
    ['one in a UTM word', '/?utm_content=ada@example.com', `/?utm_content=${R}`],
    ['a token by its name', '/?access_token=abc&x=1', `/?access_token=${R}&x=1`],
    [
      'a token in a fragment',
      '/#access_token=abc&token_type=bearer',
      `/#access_token=${R}&token_type=bearer`,
    ],
    ['a token in a route after #', '/#/reset?token=abc', `/#/reset?token=${R}`],
    [
      'names as programs write them',
      '/?resetPasswordToken=a&X-Amz-Signature=b',
      `/?resetPasswordToken=${R}&X-Amz-Signature=${R}`,
    ],
    ['names in brackets', '/?user%5Bemail%5D=ada&user[phone]=1', `/?user%5Bemail%5D=${R}&user[phone]=${R}`],
    ['a session in the path', '/cart;jsessionid=AB12?x=1', `/cart;jsessionid=${R}?x=1`],
    [
      'what is named in an escaped address',
      '/?next=%2Flogin%3Ftoken%3Dab%26y%3D1&z=2',
      `/?next=%2Flogin%3Ftoken%3D${R}%26y%3D1&z=2`,
    ],
    ['a code of OAuth', '/?code=4%2F0AX4XfWhabcdefghijk&state=abcdefghijklmnop', `/?code=${R}&state=${R}`],
    ['names of people', '/?first_name=Ada&lastName=L', `/?first_name=${R}&lastName=${R}`],
    ['a JSON Web Token under any name', `/?t=${JWT}`, `/?t=${R}`],
    ['a key by its beginning', '/?x=sk_live_51H8abcdefghijkl1234', `/?x=${R}`],
    ['a server key of ours', '/srv_abcdefghijklmnopqrstuvwxyz0123456789ABCD', `/${R}`],
    ['an e-mail address in a name', '/?ada@example.com=1', `/?${R}=1`],
    ['one in an escaped path', '/?next=%2Fu%2Fada%40example.com%2Fx', `/?next=%2Fu%2F${R}%2Fx`],
    ['one after an escape that is no UTF-8', '/?e=j%FCrg%40example.de', `/?e=${R}`],
    [
      'what is named in an address that was escaped twice',
      '/?a=%253Ftoken%253Dab%2526b',
      `/?a=%253Ftoken%253D${R}%2526b`,
    ],
    ['a password with an escaped &, or with =', '/?password=a%26b=c&x=1', `/?password=${R}&x=1`],
    ['a code with slashes', '/?code=4/0AX4XfWhabcdefghijk&x=1', `/?code=${R}&x=1`],
    ['a parameter after an &amp;', '/?a=1&amp;token=ab/cd&amp;b=2', `/?a=1&amp;token=${R}&amp;b=2`],
    [
      'names with a number or a word after them',
      '/?password2=a&phone_number=1&email_address=b',
      `/?password2=${R}&phone_number=${R}&email_address=${R}`,
    ],
  ])('%s', (_what, address, expected) => {
    expect(redact(SITE + address)).toBe(SITE + expected);
  });

  it('the same in addresses without a host, and in other texts', () => {
    expect(redact('/reset?token=abc')).toBe(`/reset?token=${R}`);
    expect(redact('?token=abc#x')).toBe(`?token=${R}#x`);
    expect(redact('Use sk_live_51H8abcdefghijkl1234 here')).toBe(`Use ${R} here`);
    expect(redact('sk_live_51H8abcdefghijkl1234')).toBe(R);
    expect(redact('{"email":"ada@example.com","x":1}')).toBe(`{"email":"${R}","x":1}`);
    expect(redact('password=abc and more')).toBe(`password=${R} and more`);
  });

  it('a user and password before the host, and nothing of the host', () => {
    expect(redact('https://user:p@ss@shop.example/x')).toBe('https://shop.example/x');
  });

  it('an e-mail address in a title', () => {
    expect(redact('Account of ada@example.com – Shop')).toBe(`Account of ${R} – Shop`);
  });

  it('the names of the site, as whole words and in any case', () => {
    expect(redact(`${SITE}/?Kundennr=4711&kundennrx=1&a.b=2`, ['kundennr', 'a.b'])).toBe(
      `${SITE}/?Kundennr=${R}&kundennrx=1&a.b=${R}`,
    );
  });
});

describe('redact keeps', () => {
  it.each([
    ...HARMLESS_ADDRESSES,
    ['a route after #', '/#/orders/2026-1122-000123?tab=items'],
    ['short codes', '/?code=SUMMER2026&state=CA&key=value&session=morning'],
    ['names that only look like it', '/?author=ada&smartphone=1&tokenize=1&headphone=2'],
    ['a version', '/react@18.2.0/umd/react.min.js'],
    ['an @ in a search', '/?q=me+%40+home.com'],
    ['words that begin like the name of a secret', '/?passwordless=1&inviter=abcdefghijklmnopqrst'],
    ['a slug that begins like a key', '/?tag=hf-internationalisation'],
    ['a picture for dense screens', '/img/logo@2x.png'],
    ['a handle and a place', '/@user/story/@48.13,11.5,15z'],
    ['a link of ours', '/?_cvl=Zk3yQx8LmP2vRt7WnB4cHj9sDf6Ga1KeQ.1795255200.x'],
    ['words of a campaign', `/?utm_source=news&utm_id=${SECRET}&ref=${SECRET}`],
  ])('%s', (_what, address) => {
    expect(redact(SITE + address)).toBe(SITE + address);
  });

  it('every click id', () => {
    for (const name of CLICK_ID_FAMILIES.split(/[ +]/)) {
      const address = `${SITE}/?${name}=EAIaIQobChMI8f7x2YvR9wIVk4jVCh0tZQb3EAAYASAAEgK5ZvD_BwE`;
      expect(redact(address)).toBe(address);
    }
  });

  it('every click id, word of a campaign and link of ours, also one that looks like a key', () => {
    const name = fc.constantFrom('utm_id', 'utm_token', '_cvl', '_gl', ...CLICK_ID_FAMILIES.split(/[ +]/));
    const value = fc.oneof(
      fc.constantFrom(
        JWT,
        SECRET,
        'sk_live_51H8abcdefghijkl1234',
        'AIzaSyA1234567890abcdef',
        '1*ab*_ga*MTIz',
      ),
      fc.stringMatching(/^[\w.*~-]{1,80}$/),
    );
    fc.assert(
      fc.property(name, value, fc.constantFrom('?', '#', '%3F', '/?a=1&', '?a=%26'), (n, v, before) => {
        const equals = before.includes('%') ? '%3D' : '=';
        const address = `${SITE}/${before}${n}${equals}${v}&x=1`;
        expect(redact(address)).toBe(address);
      }),
      { numRuns: 2000 },
    );
  });
});

/** Addresses of parts that matter, in any order. */
const part = fc.oneof(
  fc.constantFrom(
    '?',
    '&',
    '#',
    '/',
    ';',
    '=',
    '@',
    '%',
    '%40',
    '%2540',
    '%3D',
    '%26',
    '%3F',
    '%2F',
    '%25',
    '.',
  ),
  fc.constantFrom(
    'token',
    'email',
    'code',
    'utm_source',
    'gclid',
    '_cvl',
    'reset',
    'ada@example.com',
    '://',
    R,
  ),
  fc.constantFrom(
    JWT,
    SECRET,
    'sk_live_51H8abcdefghijkl1234',
    'a:b@',
    '%C3%BC',
    'ü',
    '邮',
    'amp;',
    '&#64;',
    '&commat;',
    '＠',
    '%EF%BC%A0',
    '%25252540',
    '_gl',
    '"',
    '[x]',
    '+',
    ' ',
  ),
  fc.string({ maxLength: 6 }),
);
const anything = fc.array(part, { maxLength: 24 }).map((parts) => parts.join(''));

describe('for any text', () => {
  it('what is to be cut is seen in JSON without escapes as well', () => {
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 4 }), fc.boolean(), (texts, areNames) => {
        const json = JSON.stringify(areNames ? Object.fromEntries(texts.map((text) => [text, 1])) : texts);
        fc.pre(!json.includes('\\'));
        expect(mayHaveSecrets(json) || texts.every((text) => redact(text) === text)).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });
  it.each(['code=token=x', 'state=/token=abc', 'key=own=1'])(
    'such as %s, redacting again changes nothing',
    (text) => {
      const once = redact(text, ['own']);
      expect(once).toContain('(redacted)');
      expect(redact(once, ['own'])).toBe(once);
    },
  );

  it('redacting again changes nothing', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const once = redact(text, ['own']);
        expect(redact(once, ['own'])).toBe(once);
        const stripped = withoutClickIds(text);
        expect(withoutClickIds(stripped)).toBe(stripped);
        expect(withoutEmails(withoutEmails(text))).toBe(withoutEmails(text));
      }),
      { numRuns: 5000 },
    );
  });

  it('an address stays an address of the same host', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const address = `${SITE}/${text}`;
        const { host } = new URL(address);
        for (const change of [redact, withoutClickIds, (long: string) => cutText(long, 60)]) {
          expect(new URL(change(address)).host).toBe(host);
        }
      }),
      { numRuns: 5000 },
    );
  });

  it('no e-mail address is left', () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9.+_-]{0,12}$/);
    fc.assert(
      fc.property(
        anything,
        name,
        fc.constantFrom('@', '%40', '%2540', '%25252540', '＠', '%EF%BC%A0', '&#64;'),
        (text, local, at) => {
          expect(redact(`${SITE}/?e=${local}${at}mail.example.com&${text}`)).not.toContain(
            'mail.example.com',
          );
        },
      ),
    );
  });

  it('of 8,192 characters it comes to an end, however they are chosen', () => {
    const hostile = [
      'a',
      '@',
      '=',
      '?&',
      '%25',
      'a@a.',
      '/aA1',
      '?token',
      'eyJ',
      '%3f',
      '[%5b_',
      '25',
      '%C3%BC',
      '\\',
      '?code=a/',
      '"order_id":"',
      'tokenconfirm',
      'token____',
      '&amp;',
      '&#0',
      '%EF%BC',
      '%25%25',
      'gclid=%26',
    ];
    // Where a search is not linear, one of these takes minutes.
    for (const unit of hostile) {
      const text = `${SITE}/?${unit.repeat(8192 / unit.length)}=@`;
      expect(redact(redact(text))).toBe(redact(text));
      const stripped = withoutClickIds(text);
      expect(withoutClickIds(stripped)).toBe(stripped);
      if (!unit.includes('gclid')) expect(stripped).toBe(text);
    }
  });
});

describe('the texts of a value', () => {
  it('lose e-mail addresses, names too, and an order keeps its id', () => {
    const value = {
      order_id: 'a@b.example',
      note: 'line\nada@mail.example\t"bob@mail.example"\u00e9',
      list: ['c@d.example', 1, null, { order_id: 'e@f.example', other: true }],
      'g@h.example': 1,
    };
    expect(withTexts(value, withoutEmails)).toEqual({
      order_id: 'a@b.example',
      note: `line\n${R}\t"${R}"\u00e9`,
      list: [R, 1, null, { order_id: 'e@f.example', other: true }],
      [R]: 1,
    });
  });

  it('that are click ids or words of a campaign are no tokens', () => {
    const value = { click_ids: { clickid: { value: JWT } }, click_id: JWT, utm_id: JWT, other: JWT };
    const change = (text: string, isOpen: boolean) => redact(text, [], isOpen);
    expect(withTexts(value, change)).toEqual({ ...value, other: R });
  });

  it('lose click ids by their names, at any depth and in any spelling', () => {
    const value = { gclid: 1, last_gclid: 2, GCLID: 3, sc_cid: 4, in: [{ li_fat_id: 5, _gl: 6 }], x: 7 };
    expect(withTexts(value, withoutClickIds, clickIdName())).toEqual({ in: [{}], x: 7 });
    const others = { hawc: 1, click: 2, clid: 3, gl: 4 };
    expect(withTexts(others, withoutClickIds, clickIdName())).toEqual(others);
  });

  it('of JSON within a text stay JSON', () => {
    const text = fc
      .array(fc.oneof(part, fc.constantFrom('\n', '\\', '"', '\u0001', '\ud800', 'b@mail.example')))
      .map((all) => all.join(''));
    fc.assert(
      fc.property(text, (value) => {
        JSON.parse(withoutClickIds(JSON.stringify({ value })));
      }),
      { numRuns: 3000 },
    );
  });
});

describe('user data among the properties of a conversion', () => {
  it.each([
    ['email', 'ada@example.com', 'email'],
    ['anything', ' Ada@Example.com ', 'email'],
    ['phone', '+49 151 / 2345678', 'phone'],
    ['customer_phone', 4915112345678, 'phone'],
    ['first_name', 'Ada', 'first_name'],
    ['lastname', 'L', 'last_name'],
    ['order_id', 'ada@example.com', undefined],
    ['phone', 'iPhone 15', undefined],
    ['email', 'yes', undefined],
    ['city', 'Berlin', undefined],
    ['country', 'DE', undefined],
    ['name', 'Teapot', undefined],
    ['value', 12, undefined],
    ['list', ['ada@example.com'], undefined],
    ['contact.phone', '+49 151 2345678', 'phone'],
    ['customer.firstName', 'Ada', 'first_name'],
    ['full_name', 'Ada Lovelace', 'full_name'],
    ['FullName', 'Ada Lovelace', 'full_name'],
    ['mobile', '0151 2345678', 'phone'],
    ['mobilePhone', '0151/2345678 (private)', 'phone'],
    ['billing_phone_number', '+491512345678', 'phone'],
    ['shippingFirstName', 'Ada', 'first_name'],
    ['customer name', 'Ada Lovelace', 'full_name'],
    ['card-holder-name', 'A LOVELACE', 'full_name'],
    ['item_name', 'Teapot', undefined],
    ['product.name', 'Teapot', undefined],
    ['form_name', 'Contact', undefined],
    ['company_name', 'Teapots', undefined],
    ['smartphone', '0151 2345678', undefined],
    ['phone_model', '2345678', undefined],
    ['mobile', true, undefined],
    ['contact.city', 'Berlin', undefined],
    ['customer_country', 'DE', undefined],
    ['customer', 'Teapots', undefined],
    ['note', 'write to ada@example.com please', undefined],
  ])('%s: %s is %s', (name, value, field) => {
    expect(userDataFieldOf(name, value)).toBe(field);
  });

  it('is found in objects and lists, and names of products and orders stay', () => {
    const properties = {
      order_id: 'ada@example.com',
      customer: { name: 'Ada King Lovelace', contact: { phone: '+49 151 2345678', city: 'Berlin' } },
      items: [{ sku: 'T1', name: 'Teapot', item_name: 'Teapot' }],
      passengers: [{ firstName: 'Ada' }, { firstName: 'Bob', seat: '1A' }],
      contact: 'bob@example.com',
    };
    expect(separateUserData(properties)).toEqual({
      properties: {
        order_id: 'ada@example.com',
        customer: { contact: { city: 'Berlin' } },
        items: [{ sku: 'T1', name: 'Teapot', item_name: 'Teapot' }],
        passengers: [{}, { seat: '1A' }],
      },
      found: {
        first_name: 'Ada King',
        last_name: 'Lovelace',
        phone: '+49 151 2345678',
        email: 'bob@example.com',
      },
    });
  });
});

describe('without click ids', () => {
  it.each([
    ['/?gclid=1', '/'],
    ['/?gclid=1&fbclid=2&x=1', '/?x=1'],
    ['/?x=1&gclid=1#h', '/?x=1#h'],
    ['/?a=1&gclid=2&b=3&wbraid=4&msclkid=5', '/?a=1&b=3'],
    ['/?x#gclid=1&y=2', '/?x#y=2'],
    ['/?a=1&_cvl=x#gclid=2', '/?a=1'],
    ['/?a=1&amp;gclid=2&c=3', '/?a=1&c=3'],
    ['/?GCLID=1&notgclid=2', '/?notgclid=2'],
    ['/?next=%2F%3Fgclid%3D1', '/?next=%2F%3F'],
    ['/?next=https%3A%2F%2Fx%2F%3Ffbclid%3Dabc&x=1', '/?next=https%3A%2F%2Fx%2F%3F&x=1'],
    ['/?next=%2F%3Fa%3D1%26fbclid%3Dabc%26b%3D2', '/?next=%2F%3Fa%3D1%26%26b%3D2'],
    ['/?next=%252F%253Ffbclid%253Dabc%2526b', '/?next=%252F%253F%2526b'],
    ['/?next=%2F%23fbclid%3Dabc', '/?next=%2F%23'],
    ['/?next=/x?fbclid%3Dabc', '/?next=/x?'],
    ['/?u=fbclid%3Dabc', '/?u='],
    ['/p;fbclid=abc/x', '/p;'],
    ['/?_gl=1*1abc*_gcl_aw*R0NMLjE3*_ga*MTIz', '/'],
    ['/?x=1&_gl=1*1abc*_gcl_aw*R0NMLjE3&y=2', '/?x=1&y=2'],
    ['/?next=%2F%3F_gl%3D1*abc', '/?next=%2F%3F'],
    ['/?sc_cid=1&x=1', '/?x=1'],
    ['/?utm_source=google&utm_medium=cpc', '/?utm_source=google&utm_medium=cpc'],
  ])('%s is %s', (address, expected) => {
    expect(withoutClickIds(SITE + address)).toBe(SITE + expected);
  });

  it.each([
    ['gclid=CLICK', ''],
    ['Teapots gclid=CLICK for two', 'Teapots  for two'],
    ['{"gclid":1,"u":"fbclid=CLICK"}', '{"gclid":1,"u":""}'],
    ['notgclid=1', 'notgclid=1'],
    ['x_gl=1', 'x_gl=1'],
  ])('the text %s is %s', (text, expected) => {
    expect(withoutClickIds(text)).toBe(expected);
  });

  it('are addresses in JSON too, which stays JSON', () => {
    const value = { page_url: `${SITE}/?gclid=1`, referrer: `${SITE}/?b=1&gclid=2`, title: 'x' };
    expect(JSON.parse(withoutClickIds(JSON.stringify(value)))).toEqual({
      page_url: `${SITE}/`,
      referrer: `${SITE}/?b=1`,
      title: 'x',
    });
  });
});

describe('a text that is too long', () => {
  it('ends before what would be cut in two, and says so', () => {
    expect(cutText(`${SITE}/?a=1&email=ada@example.com`, 40)).toBe(`${SITE}/?a=1&${CUT}`);
    expect(cutText('A title of several words', 16)).toBe(`A title of ${CUT}`);
  });

  it('is within the limit, and cut once', () => {
    const cut = cutText(`${SITE}/?${'a=1&'.repeat(5000)}`, 8192);
    expect(cut.length).toBeLessThanOrEqual(8192);
    expect(cutText(cut, 8192)).toBe(cut);
  });
});
