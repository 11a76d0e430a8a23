import { expect, it } from 'vitest';
import { REPORT_TIME_ZONES } from '../../../../examples/mock-ad-platforms/microsoft/report-time-zones.ts';
import { ZONES_OF_MICROSOFT } from '../../src/ad-platforms/microsoft/time-zones.ts';

it('every time zone of a Microsoft report has one of IANA', () => {
  expect([...ZONES_OF_MICROSOFT.keys()].toSorted()).toEqual([...REPORT_TIME_ZONES].toSorted());
  for (const zone of ZONES_OF_MICROSOFT.values())
    expect(() => new Intl.DateTimeFormat('en', { timeZone: zone })).not.toThrow();
});
