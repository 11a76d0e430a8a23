import type { Dimension, MultiValuedDimension } from '@cvq/contract';
import { DIRECT, NONE, NOT_SET } from '@cvq/contract/constants';
import { ownWords } from '../words/own-words.ts';
import { strangersText } from '../words/strangers-text.ts';
import { withCapital } from '../words/with-capital.ts';
import { eventName } from './event-name.ts';

const MISSING: Readonly<Record<string, string>> = {
  [DIRECT]: 'Direct',
  [NONE]: 'None',
  [NOT_SET]: 'Not set',
};

/** The value of a dimension as a table shows it. */
export function dimensionValue(
  dimension: Dimension | MultiValuedDimension,
  value: string,
  locale: string,
): string {
  const missing = ownWords(MISSING, value);
  if (missing !== undefined) return missing;
  if (dimension === 'country') return nameOf('region', value, locale);
  if (dimension === 'language') return nameOf('language', value, locale);
  if (dimension === 'event_type') return eventName(value);
  const shown = strangersText(value);
  if (dimension !== 'device' && dimension !== 'ad_platform') return shown;
  return value === 'google' ? 'Google Ads' : withCapital(shown);
}

/** True for what stands in the place of a value that is missing; direct visits are a value. */
export function isUnset(value: string): boolean {
  return value === NOT_SET || value === NONE;
}

const names = new Map<string, Intl.DisplayNames>();

function nameOf(type: 'region' | 'language', code: string, locale: string): string {
  const key = `${type} ${locale}`;
  const known = names.get(key) ?? new Intl.DisplayNames([locale], { type });
  names.set(key, known);
  try {
    return known.of(code) ?? code;
  } catch {
    // Strangers send what they like; what is no code stands as it was sent.
    return strangersText(code);
  }
}
