import { openAdDeliveryStore } from '@cvq/storage';
import fc from 'fast-check';
import { it, onTestFinished } from 'vitest';
import { AdQueueWorld, type Outcome } from './ad-queue-world.ts';
import { HOLD, LEASE, openWorkshop } from './ad-workshop.ts';
import { tries } from './histories.ts';

type Step = (world: AdQueueWorld) => unknown;

const worker = fc.nat({ max: 1 });
const place = fc.nat({ max: 3 });
const outcome = fc.constantFrom<Outcome>('delivered', 'accepted', 'retry_scheduled', 'blocked', 'skipped');
const steps = fc.oneof<{ arbitrary: fc.Arbitrary<Step>; weight: number }[]>(
  { weight: 3, arbitrary: fc.constant((world) => world.sell()) },
  {
    weight: 4,
    arbitrary: fc.tuple(worker, place).map(
      ([of, more]) =>
        (world) =>
          world.claim(of, more + 1),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(worker, place).map(
      ([of, at]) =>
        (world) =>
          world.begin(of, at),
    ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(worker, place, outcome).map(
      ([of, at, is]) =>
        (world) =>
          world.record(of, at, is),
    ),
  },
  { weight: 1, arbitrary: worker.map((of) => (world) => world.kill(of)) },
  { weight: 1, arbitrary: worker.map((of) => (world) => world.release(of)) },
  { weight: 1, arbitrary: place.map((at) => (world) => world.remove(at)) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(1, LEASE / 2, LEASE, HOLD).map((ms) => (world) => {
      world.now += ms;
    }),
  },
);

it('gives each delivery to one worker at a time, loses none, and knows what may have been sent', async () => {
  const shop = openWorkshop();
  const second = openAdDeliveryStore({ folder: shop.folder, migrate: false });
  onTestFinished(() => second.close());
  const history = fc.array(steps, { maxLength: 60, size: 'max' });
  await fc.assert(
    fc.asyncProperty(history, async (given) => {
      const world = new AdQueueWorld(shop.another(), second);
      for (const step of given) await step(world);
      await world.end();
    }),
    { numRuns: tries(200) },
  );
}, 60_000);
