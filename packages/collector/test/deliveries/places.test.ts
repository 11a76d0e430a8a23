import { expect, it } from 'vitest';
import { MOST_PLACES, type Place, Places } from '../../src/deliveries/places.ts';

const NOW = 1_000_000;
const dueAt = (names: readonly string[], due: number) => names.map((destination) => ({ destination, due }));
const namesOf = (kind: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${kind}${index}`);

/** Takes every place that is given, turn by turn. */
function takeAll(places: Places, wanted: ReturnType<typeof dueAt>, now = NOW) {
  const taken: Place[] = [];
  const left = new Map(wanted.map(({ destination, due }) => [destination, due]));
  for (;;) {
    const given = places.share(
      wanted.map(({ destination }) => ({ destination, due: left.get(destination) ?? 0 })),
      now,
    );
    if (given.length === 0) return taken;
    for (const { destination, limit } of given) {
      left.set(destination, (left.get(destination) ?? 0) - limit);
      for (let count = 0; count < limit; count += 1) taken.push(places.take(destination, now));
    }
  }
}

const countOf = (taken: readonly Place[], name: string) =>
  taken.filter(({ destination }) => destination === name).length;

it('of 1,000 destinations each is served once before any is served twice', () => {
  const places = new Places();
  const wanted = dueAt(namesOf('d', 1000), 10);
  const served: string[] = [];
  while (served.length < 3000) {
    const taken = takeAll(places, wanted);
    for (const place of taken) {
      served.push(place.destination);
      places.release(place, { now: NOW, isSilent: false });
    }
  }
  expect(new Set(served.slice(0, 1000)).size).toBe(1000);
  expect(new Set(served.slice(1000, 2000)).size).toBe(1000);
  expect(new Set(served.slice(2000, 3000)).size).toBe(1000);
});

it('a destination is given no more places than it has deliveries, and the rest goes to the others', () => {
  const places = new Places();
  const taken = takeAll(places, [...dueAt(namesOf('one', 490), 1), ...dueAt(['many'], 100)]);
  expect(countOf(taken, 'one0')).toBe(1);
  expect(taken.length).toBe(490 + 22);
  expect(countOf(taken, 'many')).toBe(22);
  expect(takeAll(new Places(), dueAt(['many'], 100))).toHaveLength(MOST_PLACES);
});

it('destinations that hang leave all places of the others after a second, and keep few after their time-out', () => {
  const places = new Places();
  const hanging = takeAll(places, dueAt(namesOf('hangs', 16), 100));
  expect(hanging).toHaveLength(512);
  expect(places.share(dueAt(['healthy'], 5), NOW + 1000)).toEqual([]);
  expect(places.nextAt(NOW + 1000)).toBe(NOW + 1001);
  expect(places.share(dueAt(['healthy'], 5), NOW + 1001)).toEqual([{ destination: 'healthy', limit: 5 }]);
  for (const place of hanging) places.release(place, { now: NOW + 10_000, isSilent: true });
  const again = takeAll(
    places,
    [...dueAt(namesOf('hangs', 16), 100), ...dueAt(['healthy'], 100)],
    NOW + 10_000,
  );
  expect(countOf(again, 'hangs0')).toBe(1);
  expect(countOf(again, 'healthy')).toBe(MOST_PLACES);
});

it('a destination whose answers take longer than a second has eight places', () => {
  const places = new Places();
  for (const place of takeAll(places, dueAt(['slow'], 1)))
    places.release(place, { now: NOW + 1001, isSilent: false });
  const taken = takeAll(places, dueAt(['slow'], 100), NOW + 1001);
  expect(taken).toHaveLength(8);
  for (const place of taken) places.release(place, { now: NOW + 1002, isSilent: false });
  expect(takeAll(places, dueAt(['slow'], 100), NOW + 1002)).toHaveLength(MOST_PLACES);
});

it('1,000 destinations that hang never take a place of one that answers', () => {
  const places = new Places();
  const hang = namesOf('hangs', 1000);
  for (let now = NOW; now < NOW + 100_000; now += 10_000)
    for (const place of takeAll(places, dueAt(hang, 1), now))
      places.release(place, { now: now + 10_000, isSilent: true });
  expect(takeAll(places, dueAt(hang, 100), NOW + 100_000)).toHaveLength(256);
  expect(places.share(dueAt(['healthy'], 100), NOW + 100_000)).toEqual([
    { destination: 'healthy', limit: MOST_PLACES },
  ]);
});
