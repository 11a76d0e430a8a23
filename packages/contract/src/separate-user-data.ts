import type { UserData } from './user-data.ts';

type Properties = Readonly<Record<string, unknown>>;
type Field = 'email' | 'phone' | 'first_name' | 'last_name' | 'full_name';

/**
 * Names under which people pass user data among the properties of a conversion, as words, with those of the objects
 * around them. A `name` alone is that of a product; that of a customer is not.
 */
const USER_DATA =
  /(?:^| )(?:((?:tele|cell|mobile ?)?phone|tel|telefon|mobile|handy|cell)(?: ?(?:number|nr|no))?|((?:first|given|fore) ?name|fname|vorname|name (?:first|given))|((?:last|family) ?name|surname|lname|nachname|name (?:last|family))|(?:full|customer|contact|user|buyer|client|guest|recipient|billing|shipping|card ?holder|passenger|participant) ?name)$/;

const EMAIL = /^\s*[^\s@<>:/]+@[^\s@<>]+\.[a-z]{2,}\s*$/i;
/** As many digits as no model of a phone has. */
const PHONE = /(?:\d[^\da-z]*){7}/i;

/** What a name ends with tells what it names, with the words of the objects around it. */
const END_OF_NAME = 64;

function wordsOf(name: string): string {
  return name
    .slice(-END_OF_NAME)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[\W_]+/g, ' ')
    .trim()
    .toLowerCase();
}

/**
 * Which user data a property of a conversion is, by its name and its value; undefined for any other. An e-mail address
 * is one under every name but that of the order.
 */
export function userDataFieldOf(name: string, value: unknown): Field | undefined {
  if (!value || !/string|number/.test(typeof value)) return undefined;
  const text = `${value}`;
  const words = wordsOf(name);
  if (EMAIL.test(text)) return words === 'order id' ? undefined : 'email';
  const [isUserData, isPhone, isFirst, isLast] = USER_DATA.exec(words) || [];
  if (isPhone) return PHONE.test(text) ? 'phone' : undefined;
  if (isFirst) return 'first_name';
  if (isLast) return 'last_name';
  return isUserData ? 'full_name' : undefined;
}

/**
 * Takes user data out of the properties of a conversion, also out of objects in them. The first of each kind is told
 * apart from them.
 */
export function separateUserData(properties: Properties): { properties: Properties; found: UserData } {
  const found: UserData = {};
  const keep = (field: Field, text: string) => {
    if (field !== 'full_name') {
      found[field] ??= text;
      return;
    }
    const name = text.trim();
    const [, last = ''] = /\s(\S+)$/.exec(name) ?? [];
    found.first_name ??= name.slice(0, name.length - last.length).trimEnd();
    if (last) found.last_name ??= last;
  };
  const kept = (value: unknown, path: string): unknown => {
    if (!value || typeof value !== 'object') return value;
    if (Array.isArray(value)) return value.map((item) => kept(item, path));
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, inner]) => {
        const innerPath = `${path} ${name}`.slice(-END_OF_NAME);
        const field = userDataFieldOf(innerPath, inner);
        if (!field) return [[name, kept(inner, innerPath)]];
        keep(field, `${inner}`);
        return [];
      }),
    );
  };
  return { properties: kept(properties, '') as Properties, found };
}
