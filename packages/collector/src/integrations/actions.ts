import { type AdPlatform, EventType, fieldErrors, PAGEVIEW } from '@cvq/contract';
import { Refused } from '../accounts/refused.ts';
import { requireReadable } from './require-readable.ts';

/** What the platform calls each event type. */
type Actions = Readonly<Record<string, string>>;
type Rule = { readonly form: RegExp; readonly what: string };

/** What each platform calls a conversion, and how it is written. */
const RULES: Readonly<Record<AdPlatform, Rule>> = {
  google_ads: {
    form: /^\d{1,20}$/,
    what: 'the number of a conversion action, which is ctId in the address of its page in Google Ads',
  },
  /** https://developers.facebook.com/docs/meta-pixel/reference and -/implementation/conversion-tracking */
  meta_ads: {
    form: /^[A-Za-z0-9_ -]{1,50}$/,
    what: 'an event name such as Purchase, of up to 50 characters',
  },
  microsoft_ads: {
    form: /^[^\p{Cc}]{1,100}$/u,
    what: 'the name of an offline conversion goal, exactly as in Microsoft Advertising',
  },
};

/** Meta has names of its own for what most sites count. The other platforms name what their customer has made. */
const PRESETS: Readonly<Partial<Record<AdPlatform, Actions>>> = {
  meta_ads: {
    purchase: 'Purchase',
    lead: 'Lead',
    signup: 'CompleteRegistration',
    subscription: 'Subscribe',
  },
};

const MAX_ACTIONS = 100;

/**
 * Texts such as `purchase=1234567` as a mapping. An action may hold `=`, an event type may not.
 * @throws Refused naming the entry
 */
export function parseMapping(texts: readonly string[]): Actions {
  const actions = new Map<string, string>();
  for (const [index, text] of texts.entries()) {
    requireReadable(text, { field: 'map', entry: index + 1 });
    const at = text.indexOf('=');
    const [type, action] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
    if (at < 1 || type === '' || action === '')
      throw badMapping(index, `Invalid mapping: ${text}.`, 'Write TYPE=ACTION, such as purchase=1234567890.');
    if (actions.has(type))
      throw badMapping(index, `The event type ${type} is mapped twice.`, 'Map each event type once.');
    actions.set(type, action);
  }
  return Object.fromEntries(actions);
}

/**
 * The mapping of an integration, by the rules of its platform. Without any, the names that the platform itself has.
 * @throws Refused naming the entry
 */
export function parseActions(platform: AdPlatform, given: Actions): Actions {
  const entries = Object.entries(given);
  const preset = PRESETS[platform];
  if (entries.length === 0 && preset !== undefined) return preset;
  const { form, what } = RULES[platform];
  if (entries.length === 0)
    throw badMapping(null, 'No event type is mapped, so nothing would be sent.', `Map one to ${what}.`);
  if (entries.length > MAX_ACTIONS)
    throw badMapping(null, `${entries.length} event types are mapped.`, `Map at most ${MAX_ACTIONS}.`);
  return Object.fromEntries(
    entries.map(([type, action], index) => {
      const parsed = EventType.safeParse(type);
      if (!parsed.success)
        throw badMapping(
          index,
          `Invalid event type: ${type}.`,
          `It ${fieldErrors(parsed.error)[0]?.message}.`,
        );
      if (parsed.data === PAGEVIEW)
        throw badMapping(
          index,
          'A pageview is no conversion, so none would be sent.',
          'Map the types of your conversions, such as purchase.',
        );
      if (!form.test(action))
        throw badMapping(index, `Invalid action for ${type}: ${action}.`, `For ${platform}, use ${what}.`);
      return [parsed.data, action] as const;
    }),
  );
}

function badMapping(index: number | null, problem: string, fix: string): Refused {
  return new Refused('bad_value', {
    field: 'map',
    problem,
    fix,
    ...(index !== null && { entry: index + 1 }),
  });
}
