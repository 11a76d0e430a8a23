import type { EventRecord } from '@cvq/storage';
import { anEvent, aPage, aTouch, conversion } from '../../../../test/builders/event-records.ts';

/** A purchase that a backend reports, with a click of an ad. */
export function purchaseRecord(project: string, at: number, suffix: string): EventRecord {
  return anEvent({
    project,
    id: { ms: at, suffix },
    origin: 'server',
    type: 'purchase',
    sessionId: 'session_1',
    visitor: { id: 'user_1', source: 'user' },
    userId: 'user_1',
    page: { ...aPage('/thanks'), suffix: '?step=3' },
    touch: aTouch({
      channel: 'Paid Search',
      source: 'google',
      medium: 'cpc',
      campaign: 'brand',
      adPlatform: 'google_ads',
    }),
    clickIds: { gclid: 'Cj0KCQiA' },
    conversion: conversion(12990, 'EUR', suffix),
    properties: { order_id: suffix, value: 129.9, currency: 'EUR' },
  });
}
