import { openReports } from '@cvq/storage';
import { afterAll } from 'vitest';
import type { ReadDeps } from '../../src/read/operation.ts';
import type { TestCollector } from '../collector.ts';

/** What operations need, over the stores and the clock of a collector: for tests that run them without HTTP. */
export function readDepsOf({ control, clock, folder }: TestCollector): ReadDeps {
  const reports = openReports({ folder, migrate: false });
  afterAll(() => reports.close());
  return { control, reports, now: () => clock.now, baseUrl: () => 'https://cvq.example', noteUse: () => {} };
}
