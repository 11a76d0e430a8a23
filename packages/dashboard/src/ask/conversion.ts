import type { GetConversionResponse, GetJourneyResponse } from '@cvq/contract';
import { item, page, project } from '../address/location.ts';
import { watched } from './watched.ts';

/** As far back as ranges go. */
const LOOKBACK_DAYS = 400;

const pathOf = (rest: string) =>
  project.value === null || page.value !== 'conversions' || item.value === null
    ? null
    : `/conversions/${encodeURIComponent(item.value)}${rest}?project=${project.value}&lookback_days=${LOOKBACK_DAYS}`;

/** The conversion that is open, with all that left the collector because of it. */
export const conversion = watched<GetConversionResponse>(() => pathOf(''));

/** How whoever converted came to it. */
export const journey = watched<GetJourneyResponse>(() => pathOf('/journey'));
