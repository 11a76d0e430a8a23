import { openReports } from '@cvq/storage';
import { untilFileEnds } from '../../../../test/builders/until-file-ends.ts';
import { openAdDeliveries } from '../../src/ad-platforms/forwarding/open-ad-deliveries.ts';
import { openBell } from '../../src/deliveries/bell.ts';
import { cacheKeys } from '../../src/keys/find-key.ts';
import type { ReadDeps } from '../../src/read/operation.ts';
import { openSpendSources } from '../../src/read/spend/open-spend-sources.ts';
import { createUserDataSealer } from '../../src/secrets/sealer.ts';
import type { TestCollector } from '../collector.ts';

/** What operations need, over the stores and the clock of a collector: for tests that run them without HTTP. */
export function readDepsOf({ control, clock, folder }: TestCollector): ReadDeps {
  const location = { folder, migrate: false };
  const reports = openReports(location);
  const retries = openAdDeliveries(location, openBell());
  const sealer = createUserDataSealer({ sealing: 'a secret', alsoOpening: null });
  untilFileEnds(async () => {
    await reports.close();
    await retries.close();
  });
  const baseUrl = () => 'https://cvq.example';
  const dashboardOrigin = () => 'https://dashboard.example';
  const told = { dashboardOrigin, refusals: { of: () => [], since: clock.now }, baseUrl, noteUse: () => {} };
  const spend = { spendSources: openSpendSources(control), spendSyncMs: 21_600_000 };
  const findKey = cacheKeys(control, 'sk');
  return { control, findKey, reports, retries, sealer, now: () => clock.now, ...told, ...spend };
}
