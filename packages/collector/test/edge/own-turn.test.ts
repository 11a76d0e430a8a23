import { expect, it } from 'vitest';
import { ownTurn } from '../../src/edge/own-turn.ts';

/** Counts the turns of the event loop. */
function countTurns(): { turn: number; stop(): void } {
  let next: NodeJS.Immediate;
  const counted = { turn: 0, stop: () => clearImmediate(next) };
  const count = () => {
    counted.turn += 1;
    next = setImmediate(count);
  };
  next = setImmediate(count);
  return counted;
}

it('all who ask for a turn of their own have different ones, in the order of asking', async () => {
  const loop = countTurns();
  const turns: { readonly who: number; readonly turn: number }[] = [];
  const ask = async (who: number) => {
    await ownTurn();
    turns.push({ who, turn: loop.turn });
  };
  await Promise.all(Array.from({ length: 20 }, (_, who) => ask(who)));
  loop.stop();
  expect(turns.map(({ who }) => who)).toEqual(Array.from({ length: 20 }, (_, who) => who));
  expect(new Set(turns.map(({ turn }) => turn)).size).toBe(20);
});

it('a turn that is asked for in one comes after those that were asked for before', async () => {
  const order: string[] = [];
  const first = ownTurn().then(async () => {
    order.push('first');
    await ownTurn();
    order.push('first again');
  });
  const second = ownTurn().then(() => order.push('second'));
  await Promise.all([first, second]);
  expect(order).toEqual(['first', 'second', 'first again']);
});

it('an event that comes while twenty wait for their turns waits for one of them', async () => {
  const { port1, port2 } = new MessageChannel();
  let had = 0;
  const all = Array.from({ length: 20 }, () => ownTurn().then(() => (had += 1)));
  await all[0];
  const came = new Promise<number>((resolve) => {
    port2.onmessage = () => resolve(had);
  });
  port1.postMessage('event');
  expect(await came).toBeLessThan(5);
  await Promise.all(all);
  port1.close();
});
