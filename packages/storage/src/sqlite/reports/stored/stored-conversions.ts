import type { EventId } from '@cvq/contract';
import type { ConversionRecord } from '../../../reports.ts';
import { createCreditFinder } from '../../credit.ts';
import { userDataOfConversionIn } from '../../forwarding/user-data-of-conversion.ts';
import { inOneMoment } from '../../in-one-moment.ts';
import { oncePerConnection } from '../../once-per-connection.ts';
import { reportBehindIn, userBehindIn } from '../../report-behind.ts';
import { CONVERSION } from '../../row-codes.ts';
import type { ReportContext } from '../report-run.ts';
import { storedEvent } from './stored-events.ts';

/** A conversion by its id, with what it is credited to; null for one that was removed. */
export function conversion({ db }: ReportContext, project: string, id: EventId): ConversionRecord | null {
  return conversionReaderOf(db)(project, id);
}

/** What is past its time is deleted within the hour: none of it is looked at by a clock. */
const EVER = 0;

type ReadConversion = (project: string, id: EventId) => ConversionRecord | null;

/** Reads single conversions, in reports and for webhooks. */
export const conversionReaderOf = oncePerConnection((db): ReadConversion => {
  const creditOf = createCreditFinder(db);
  const visitBehind = reportBehindIn(db);
  const userBehind = userBehindIn(db);
  const userDataOf = userDataOfConversionIn(db);

  return inOneMoment(db, (project, id) => {
    const credited = creditOf(project, id);
    if (credited === null) return null;
    const { conversion: code, attribution } = credited;
    if (code === CONVERSION.none || code === CONVERSION.removed) return null;
    const stored = storedEvent(db, project, id);
    if (stored === null) return null;
    const visit = visitBehind(credited);
    const isRepeat = code === CONVERSION.repeated;
    const { userId, origin } = stored.event;
    return {
      event: stored.event,
      isRepeat,
      counts: stored.conversion === 'counted',
      visit: visit === null ? null : (storedEvent(db, project, visit)?.event ?? null),
      userId: userId ?? (origin === 'server' && !isRepeat ? userBehind(credited) : null),
      bot: stored.bot,
      hasUserData: hasAny(userDataOf({ id, report: visit, credited }, EVER)),
      attribution,
    };
  });
});

/** Nothing beyond the first is looked for. */
function hasAny(found: Iterable<unknown>): boolean {
  for (const _ of found) return true;
  return false;
}
