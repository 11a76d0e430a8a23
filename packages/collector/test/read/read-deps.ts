import { openReports } from '@cvq/storage';
import { untilFileEnds } from '../../../../test/builders/until-file-ends.ts';
import { openBell } from '../../src/deliveries/bell.ts';
import { openRetries } from '../../src/read/deliveries/retries.ts';
import type { ReadDeps } from '../../src/read/operation.ts';
import { createUserDataSealer } from '../../src/secrets/sealer.ts';
import type { TestCollector } from '../collector.ts';

/** What operations need, over the stores and the clock of a collector: for tests that run them without HTTP. */
export function readDepsOf({ control, clock, folder }: TestCollector): ReadDeps {
  const location = { folder, migrate: false };
  const reports = openReports(location);
  const retries = openRetries(location, openBell());
  const sealer = createUserDataSealer({ sealing: 'a secret', alsoOpening: null });
  untilFileEnds(async () => {
    await reports.close();
    await retries.close();
  });
  const baseUrl = () => 'https://cvq.example';
  const refusals = { of: () => [], since: clock.now };
  return { control, reports, retries, refusals, sealer, now: () => clock.now, baseUrl, noteUse: () => {} };
}
