import { formatEventId } from '@cvq/contract';
import { openControlStore, openIngestLedger } from '@cvq/storage';
import { expect, it, onTestFinished, vi } from 'vitest';
import { WindowCounters } from '../../src/quotas/limits.ts';
import { ingestGroup } from '../../src/track/ingest-group.ts';
import { openEnrichment } from '../../src/track/open-enrichment.ts';
import { cacheProjects } from '../../src/track/projects.ts';
import { temporaryFolder } from '../collector.ts';
import { cvq } from '../program.ts';
import { browserRequest } from './browser-request.ts';

const NOW = Date.now();

/** As an archived block that cannot be read has it, for a group with an event that needs it. */
class BlockBroken extends Error {
  override readonly name = 'BlockBroken';
}

it('of a group with a request that needs a broken block, the bytes of each are counted once', async () => {
  const folder = temporaryFolder();
  const { stdout } = await cvq(['project', 'create', '--domain', 'shop.example', '--json'], {
    CVQ_DATA: folder,
  });
  const { id: key } = JSON.parse(stdout) as { id: string };
  const control = openControlStore({ folder, migrate: true });
  const stored = openIngestLedger({ folder, migrate: true });
  onTestFinished(async () => {
    await stored.close();
    await control.close();
  });
  const broken = `evt_${NOW - 1}_broken`;
  const append = stored.append.bind(stored);
  vi.spyOn(stored, 'append').mockImplementation((records, ...more) =>
    records.some(({ id }) => formatEventId(id) === broken)
      ? Promise.reject(new BlockBroken('Block 1 is not as it was stored.'))
      : append(records, ...more),
  );
  const requests = [`evt_${NOW - 2}_one`, broken, `evt_${NOW - 3}_two`].map((id) =>
    browserRequest(
      { key, visitor_id: 'v-1', session_id: 's-1', events: [{ id, event_type: 'pageview' }] },
      NOW,
    ),
  );
  // As many bytes as there are: who counts one twice refuses another.
  const limit = requests.reduce((sum, { body }) => sum + body.length, 0);
  const secret = { sealing: 'only of this test', alsoOpening: null };
  const replies = await ingestGroup(requests, {
    ledger: stored,
    projects: cacheProjects(control, { holdMs: 0 }),
    enrichment: openEnrichment({ control, secret, cityFile: null, now: () => NOW }),
    browserBytes: new WindowCounters({ limit, names: 10 }),
  });
  expect(replies.map(({ status }) => status)).toEqual([202, 500, 202]);
});
