import type { Fault } from '../fault.ts';
import { metaError } from './meta-error.ts';

/** How Insights fail to tell of spend; throttling and tokens are those of the whole Graph API. */
export const META_SPEND_FAULTS: Readonly<Record<string, Fault>> = {
  spend_throttled: {
    purpose: 'spend',
    means: 'throttled',
    answer: metaError({
      code: 80_000,
      message: '(#80000) There have been too many calls from this ad-account.',
    }),
  },
  spend_denied: {
    purpose: 'spend',
    means: 'config',
    answer: metaError({
      status: 403,
      code: 200,
      message: '(#200) Ad account owner has NOT grant ads_management or ads_read permission',
    }),
  },
  /** A report run ends without figures. */
  spend_run_failed: { purpose: 'spend', means: 'transient', effect: { reportStatus: 'Job Failed' } },
  spend_run_skipped: { purpose: 'spend', means: 'transient', effect: { reportStatus: 'Job Skipped' } },
  /** The first page comes, and an error in the place of the second. */
  spend_fails_midway: { purpose: 'spend', means: 'transient', effect: { failsMidway: true } },
};
