import type { Fault, FaultMeaning } from '../fault.ts';
import type { MockAnswer } from '../mock-request.ts';
import { adApiFault } from './microsoft-answer.ts';
import { CODES } from './microsoft-codes.ts';

/** How reports of spend fail (learn.microsoft.com/en-us/advertising/guides/operation-error-codes). */
export const MICROSOFT_SPEND_FAULTS: Readonly<Record<string, Fault>> = {
  spend_throttled: spend('throttled', adApiFault(429, CODES.callRateExceeded, { 'Retry-After': '60' })),
  spend_too_many_reports: spend('throttled', adApiFault(400, CODES.tooManyReports)),
  spend_denied: spend('config', adApiFault(403, CODES.notAuthorized)),
  spend_internal: spend('transient', adApiFault(500, CODES.internal)),
  /** A report comes to no good end, or to none. */
  spend_report_failed: { purpose: 'spend', means: 'transient', effect: { reportStatus: 'Error' } },
  spend_report_pending: { purpose: 'spend', means: 'transient', effect: { reportStatus: 'Pending' } },
  /** The file ends half-way. */
  spend_fails_midway: { purpose: 'spend', means: 'transient', effect: { failsMidway: true } },
};

function spend(means: FaultMeaning, answer: MockAnswer): Fault {
  return { purpose: 'spend', means, answer };
}
