import { openReports } from '@cvq/storage';
import { afterAll } from 'vitest';
import { openBell } from '../../src/deliveries/bell.ts';
import { openDeliveryLog } from '../../src/read/deliveries/delivery-log.ts';
import type { ReadDeps } from '../../src/read/operation.ts';
import { createUserDataSealer } from '../../src/secrets/sealer.ts';
import type { TestCollector } from '../collector.ts';

/** What operations need, over the stores and the clock of a collector: for tests that run them without HTTP. */
export function readDepsOf({ control, clock, folder }: TestCollector): ReadDeps {
  const location = { folder, migrate: false };
  const reports = openReports(location);
  const deliveries = openDeliveryLog(location, openBell());
  const sealer = createUserDataSealer({ sealing: 'a secret', alsoOpening: null });
  afterAll(async () => {
    await reports.close();
    await deliveries.close();
  });
  const baseUrl = () => 'https://cvq.example';
  return { control, reports, deliveries, sealer, now: () => clock.now, baseUrl, noteUse: () => {} };
}
