import { asIs, type Normalised, omit } from './normalised.ts';

const E164 = /^\+[1-9]\d{6,14}$/;

/**
 * A phone number in E.164. A number without its country code is left out: no platform could match a guess. So is
 * one written with a trunk zero, `+44 (0)20 …`: stripped of its brackets it would be nobody's number.
 */
export function normalisePhone(text: string): Normalised {
  if (/\(\s*0\s*\)/.test(text)) return omit('trunk_zero');
  const number = text.replace(/[\s().-]/g, '').replace(/^00/, '+');
  return E164.test(number) ? asIs(number) : omit('not_e164');
}
