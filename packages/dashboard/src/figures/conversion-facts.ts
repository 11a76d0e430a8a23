import type { ConversionDetails, ConversionJourney } from '@cvq/contract';
import { DAY_MS } from '@cvq/contract/constants';
import type { LifeFacts } from '../words/conversion-sentence.ts';
import { clock } from '../words/dates.ts';
import { dayAndClock, dayOfMoment } from '../words/moments.ts';
import { exactMoney } from '../words/numbers.ts';
import { writing } from '../words/writing.ts';
import { isOfNewest } from './is-of-newest.ts';

/** What the sentence about a conversion is made of. */
export function conversionFacts(
  conversion: ConversionDetails,
  journey: ConversionJourney | null,
  now: string,
): LifeFacts {
  const first = journey?.visits[0];
  const made = first && Date.parse(conversion.timestamp) - Date.parse(first.started_at);
  return {
    type: conversion.event_type,
    value: amountOf(conversion),
    kind: kindOf(conversion),
    visits: journey?.visits_total ?? 0,
    making: made === undefined ? null : { days: Math.floor(made / DAY_MS) },
    deliveries: conversion.deliveries
      .filter((delivery, _, all) => isOfNewest(delivery, all))
      .map((delivery) => ({
        ...delivery,
        next: delivery.next_attempt_at === null ? null : momentWords(delivery.next_attempt_at, now),
      })),
  };
}

/** With cents and in its own currency; null without a value. */
export function amountOf({ value, currency }: Pick<ConversionDetails, 'value' | 'currency'>): string | null {
  if (value === null) return null;
  return exactMoney(value, { ...writing.value, currency: currency ?? writing.value.currency });
}

/** A moment that is near: `at 09:11`, on another day `on 28 Nov, 09:11`. */
export function momentWords(moment: string, now: string): string {
  const isToday = dayOfMoment(moment, writing.value) === dayOfMoment(now, writing.value);
  return isToday ? `at ${clock(moment, writing.value)}` : `on ${dayAndClock(moment, writing.value)}`;
}

function kindOf({ bot, duplicate, counted }: ConversionDetails): LifeFacts['kind'] {
  if (bot) return 'bot';
  if (duplicate) return 'duplicate';
  return counted ? 'counted' : 'excluded';
}
