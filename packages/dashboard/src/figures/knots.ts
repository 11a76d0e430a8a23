import type { ConversionDetails, ConversionJourney, ConversionVisit } from '@cvq/contract';
import { dimensionValue } from './dimension-value.ts';
import { PLATFORM_NAMES } from './platform-names.ts';

/** A moment in the life of a conversion. */
export type Knot = {
  readonly name: string;
  readonly detail: string;
  readonly at: string;
  /** From the touch that is credited on. */
  readonly isCredited: boolean;
  readonly isConversion: boolean;
  /** Visits between the knot before and this one that are not drawn. */
  readonly leftOut: number;
};

/** The life of a conversion as one line: how they came, what they did, and who was told of it. */
export function knotsOf(
  conversion: ConversionDetails,
  journey: ConversionJourney,
  { name, value, locale }: { readonly name: string; readonly value: string | null; readonly locale: string },
): Knot[] {
  const { visits } = journey;
  const creditedAt = visits.findIndex((visit) => visit.is_credited);
  const drawn = visits.filter(
    (visit, index) => visits.length <= 4 || index === 0 || visit.is_credited || index === visits.length - 1,
  );
  const from = creditedAt === -1 ? Number.POSITIVE_INFINITY : creditedAt;
  const came = drawn.map((visit, index): Knot => {
    const place = visits.indexOf(visit);
    const before = index === 0 ? -1 : visits.indexOf(drawn[index - 1] as ConversionVisit);
    return {
      name: nameOf(visit, place === 0 && journey.visits_total === visits.length),
      detail: visit.touch ? dimensionValue('source', visit.touch.source, locale) : '',
      at: visit.started_at,
      ...{ isCredited: place >= from, isConversion: false, leftOut: place - before - 1 },
    };
  });
  return [...came, done(), ...sealed(), ...told()];

  function done(): Knot {
    return {
      ...{ name, detail: value ?? '', at: conversion.timestamp },
      ...{ isCredited: true, isConversion: true, leftOut: 0 },
    };
  }

  function sealed(): Knot[] {
    if (conversion.user_data === null) return [];
    const fields = new Set(Object.values(conversion.user_data.hashed_fields ?? {}).flat()).size;
    return [
      {
        ...{ name: 'Hashed', detail: `${fields} ${fields === 1 ? 'field' : 'fields'} sealed` },
        ...{ at: conversion.received_at, isCredited: true, isConversion: false, leftOut: 0 },
      },
    ];
  }

  function told(): Knot[] {
    const has = conversion.deliveries.filter(
      ({ status, last_attempt_at }) => status === 'delivered' && last_attempt_at,
    );
    const first = has.map(({ last_attempt_at: at }) => at as string).sort()[0];
    if (first === undefined) return [];
    const names = [...new Set(has.map(({ platform }) => PLATFORM_NAMES[platform]))].join(', ');
    return [
      {
        ...{ name: 'Delivered', detail: names, at: first },
        isCredited: true,
        isConversion: false,
        leftOut: 0,
      },
    ];
  }
}

function nameOf(visit: ConversionVisit, isFirst: boolean): string {
  if (Object.keys(visit.click_ids).length > 0) return 'Click';
  return isFirst ? 'First visit' : 'Return';
}
