import { AD_PLATFORMS } from '@cvq/contract';
import { type AdDelivery, openAdDeliveryStore } from '@cvq/storage';
import { expect, it, onTestFinished } from 'vitest';
import { startMockAdPlatforms } from '../../../../examples/mock-ad-platforms/start-mock-ad-platforms.ts';
import { seededRandom } from '../../../../test/builders/seeded-random.ts';
import { boundMs, repetitions, SEED, tell } from '../durability/long-run.ts';
import {
  createProject,
  type Program,
  type Project,
  serve,
  temporaryFolder,
  until,
} from '../durability/program.ts';
import { runSql } from '../run-sql.ts';
import { connectAll } from './connect-all.ts';

const CONVERSIONS = repetitions('AD_SERVE_CONVERSIONS', 30);
const KILLS = repetitions('AD_SERVE_KILLS', 1);
const STARTED = Date.now();
const random = seededRandom(SEED);

const purchase = (index: number) => ({
  event_id: `evt_${STARTED}_s${index}`,
  event_type: 'purchase',
  user_id: `customer-${index}`,
  properties: { order_id: `S-${index}`, value: 10 + index / 100, currency: 'EUR' },
  user_data: { email: `person${index}@shop.example` },
  consent: { ad_storage: 'granted', ad_user_data: 'granted' },
  context: {
    ...{ page_url: 'https://shop.example/thanks', user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)' },
    ...{ gclid: `Cj0KCQserve${index}`, fbclid: `IwARserve${index}` },
    msclkid: (index + 1).toString(16).padStart(32, '0'),
  },
});

/** True where a collector has acknowledged them; one that is killed meanwhile may have stored them all the same. */
async function send(
  { port }: Program,
  { server_key }: Project,
  indices: readonly number[],
): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/track/batch`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${server_key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ events: indices.map(purchase) }),
    });
    const { accepted } = (await answer.json()) as { accepted: number };
    return accepted === indices.length;
  } catch {
    return false;
  }
}

/** What a killed collector was sending comes back when its lease ends: nobody waits for that here. */
function endLeases(folder: string): void {
  runSql(folder, 'events', `UPDATE ad_deliveries SET due_at = ${STARTED} WHERE claimed_at IS NOT NULL`);
}

async function deliveriesIn(folder: string, project: Project): Promise<AdDelivery[]> {
  const queue = openAdDeliveryStore({ folder, migrate: false });
  const events = Array.from({ length: CONVERSIONS }, (_, index) => ({ ms: STARTED, suffix: `s${index}` }));
  const found = await queue.deliveriesOf(project.id, events);
  await queue.close();
  return [...found.values()].flat();
}

it(
  `a collector that is killed while it sends, and started again, has every platform count each sale once: ${CONVERSIONS} sales, ${KILLS} kills`,
  async () => {
    let onTaken = () => {};
    const mock = await startMockAdPlatforms({ onTaken: () => onTaken() });
    onTestFinished(() => mock.close());
    const folder = temporaryFolder();
    const project = await createProject(folder);
    await connectAll(folder, project, mock);
    const env = { ...mock.settings, CVQ_DELIVERY_HOLD_SECONDS: '0' };
    const waiting = Array.from({ length: CONVERSIONS }, (_, index) => index);

    for (let kills = 0; kills < KILLS; kills += 1) {
      const program = await serve(folder, { env });
      // A platform has taken one then, and the collector has not heard of it.
      let left = random.whole(1, Math.ceil(CONVERSIONS / KILLS));
      onTaken = () => {
        left -= 1;
        if (left === 0) program.signal('SIGKILL');
      };
      // A share of the sales is left for each life, so that there is always something to be broken off.
      const share = waiting.slice(0, Math.ceil(waiting.length / (KILLS - kills + 1)));
      if (await send(program, project, share)) waiting.splice(0, share.length);
      expect(await program.exited).toBe(null);
      endLeases(folder);
    }

    onTaken = () => {};
    const program = await serve(folder, { env });
    expect(await send(program, project, waiting)).toBe(true);
    const counted = () => AD_PLATFORMS.map((platform) => mock.state()[platform].conversions.length);
    const all = AD_PLATFORMS.map(() => CONVERSIONS);
    await until('every platform has all', () => `${counted()}` === `${all}`, 120_000);
    const ends = async () => (await deliveriesIn(folder, project)).map(({ state }) => state);
    const isEnd = (state: string) => /^(accepted|delivered|duplicate)$/.test(state);
    await until('all that is written down', async () => (await ends()).every(isEnd), 120_000);
    expect(await program.terminate()).toBe(0);

    expect(await ends()).toHaveLength(CONVERSIONS * AD_PLATFORMS.length);
    for (const platform of AD_PLATFORMS) {
      const { conversions, uncounted, requests } = mock.state()[platform];
      const orders = conversions.map(({ orderId, clickIds }) => orderId ?? JSON.stringify(clickIds));
      expect(new Set(orders).size, `${platform} counts each once`).toBe(CONVERSIONS);
      tell(platform, { requests: requests.send, repeats: uncounted.length, counted: conversions.length });
    }
    tell('cvq serve', { conversions: CONVERSIONS, kills: KILLS, seed: SEED });
  },
  boundMs(KILLS, 60_000) + CONVERSIONS * 500,
);
