import { consentIn } from '../../../consent.ts';
import type { Clicks, EventFacts } from '../../../event-record.ts';
import type { ColumnFields } from './event-fields.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * The fields of a row with the facts that it has in `extras`, as they were sent: there they lie in rows which are older
 * than their columns. What has no column stays among the extras.
 */
export function withOldFacts(fields: ColumnFields): ColumnFields {
  const { facts, extras, origin } = fields;
  for (const _ in extras) {
    return { ...fields, ...(origin === 'browser' ? ofBrowser(facts, extras) : ofBackend(facts, extras)) };
  }
  return fields;
}

type Read = Pick<ColumnFields, 'facts' | 'extras'>;

function ofBrowser(facts: EventFacts, { sdk, consent, gpc, click_ids, ...extras }: Json): Read {
  const old: EventFacts = {
    sdk: facts.sdk ?? (typeof sdk === 'string' ? sdk : null),
    consent: facts.consent ?? consentIn(consent),
    gpc: facts.gpc || gpc === true,
    clicks: facts.clicks ?? clicksIn(click_ids),
  };
  return { facts: old, extras };
}

function ofBackend(facts: EventFacts, extras: Json): Read {
  const { consent, ...others } = extras;
  const isSaid = typeof consent === 'object' && facts.consent === null;
  const old = isSaid ? consentIn(consent) : null;
  return old === null ? { facts, extras } : { facts: { ...facts, consent: old }, extras: others };
}

function clicksIn(said: unknown): Clicks | null {
  if (!isObject(said)) return null;
  const clicks: Record<string, Clicks[string]> = {};
  for (const [name, click] of Object.entries(said)) {
    if (!isObject(click) || typeof click.value !== 'string') continue;
    const at = typeof click.at === 'string' ? Date.parse(click.at) : Number.NaN;
    clicks[name] = { value: click.value, at: Number.isNaN(at) ? null : at };
  }
  return clicks;
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
