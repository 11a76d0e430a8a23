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
  const done = { name, detail: value ?? '', at: conversion.timestamp, isConversion: true };
  return [
    ...cameOf(journey, locale),
    { ...AFTER_VISITS, ...done },
    ...sealedOf(conversion),
    ...toldOf(conversion),
  ];
}

/** What holds of every knot that is no visit. */
const AFTER_VISITS = { isCredited: true, isConversion: false, leftOut: 0 };

/** Of more than four visits only the first, the credited and the last are drawn. */
function cameOf(journey: ConversionJourney, locale: string): Knot[] {
  const { visits } = journey;
  const creditedAt = visits.findIndex((visit) => visit.is_credited);
  const drawn = visits.filter(
    (visit, index) => visits.length <= 4 || index === 0 || visit.is_credited || index === visits.length - 1,
  );
  const from = creditedAt === -1 ? Number.POSITIVE_INFINITY : creditedAt;
  return drawn.map((visit, index): Knot => {
    const place = visits.indexOf(visit);
    const before = index === 0 ? -1 : visits.indexOf(drawn[index - 1] as ConversionVisit);
    return {
      name: nameOf(visit, place === 0 && journey.visits_total === visits.length),
      detail: visit.touch ? dimensionValue('source', visit.touch.source, locale) : '',
      at: visit.started_at,
      isCredited: place >= from,
      isConversion: false,
      leftOut: place - before - 1,
    };
  });
}

function sealedOf({ user_data: userData, received_at: at }: ConversionDetails): Knot[] {
  if (userData === null) return [];
  const fields = new Set(Object.values(userData.hashed_fields ?? {}).flat()).size;
  return [
    { ...AFTER_VISITS, name: 'Hashed', detail: `${fields} ${fields === 1 ? 'field' : 'fields'} sealed`, at },
  ];
}

function toldOf({ deliveries }: ConversionDetails): Knot[] {
  const delivered = deliveries.filter(
    ({ status, last_attempt_at }) => status === 'delivered' && last_attempt_at,
  );
  const at = delivered.map(({ last_attempt_at }) => last_attempt_at as string).sort()[0];
  if (at === undefined) return [];
  const platforms = new Set(delivered.map(({ platform }) => PLATFORM_NAMES[platform]));
  return [{ ...AFTER_VISITS, name: 'Delivered', detail: [...platforms].join(', '), at }];
}

function nameOf(visit: ConversionVisit, isFirst: boolean): string {
  if (Object.keys(visit.click_ids).length > 0) return 'Click';
  return isFirst ? 'First visit' : 'Return';
}
