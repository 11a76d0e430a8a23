import { describe, expect, it } from 'vitest';
import { takeGroup } from '../../src/track/writer-channel.ts';

const SHARE = 8_192;
const one = (client: string | null, size: number, name = `${client} ${size}`) => ({
  client,
  name,
  request: { body: new Uint8Array(size) },
});

type Waiting = ReturnType<typeof one>;

/** The groups that a queue makes when nothing more arrives, by the names of what is in them. */
function groupsOf(queue: readonly Waiting[], ofOneClient = SHARE): string[][] {
  const groups: string[][] = [];
  let rest: readonly Waiting[] = queue;
  let wasLong = false;
  while (rest.length > 0) {
    const taken: ReturnType<typeof takeGroup<Waiting>> = takeGroup(rest, { wasLong, ofOneClient });
    groups.push(taken.group.map(({ name }) => name));
    rest = taken.rest;
    wasLong = taken.hasLong;
  }
  return groups;
}

describe('a group for the writer', () => {
  it('has a share of each address, so that who sends much delays nobody but itself', () => {
    const flood = Array.from({ length: 40 }, (_, index) => one('flood', 1000, `flood ${index}`));
    const [first = [], second = []] = groupsOf([...flood, one('visitor', 300), one(null, 300)]);
    expect(first).toHaveLength(8 + 2);
    expect(first).toContain('visitor 300');
    expect(first).toContain('null 300');
    expect(second).toHaveLength(8);
  });

  it('keeps the order of each client, and brings everything in the end', () => {
    const queue = Array.from({ length: 300 }, (_, index) =>
      one(index % 5 === 4 ? null : `client ${index % 5}`, (index * 7919) % 30_000, `${index % 5} ${index}`),
    );
    const brought = groupsOf(queue).flat();
    for (const client of ['0', '1', '2', '3', '4']) {
      const of = (names: readonly string[]) => names.filter((name) => name.startsWith(`${client} `));
      expect(of(brought)).toEqual(of(queue.map(({ name }) => name)));
    }
    expect(brought).toHaveLength(queue.length);
  });

  it('has what is long only every second time while others wait', () => {
    const long = Array.from({ length: 4 }, (_, index) => one('thief', 30_000, `long ${index}`));
    const visitors = Array.from({ length: 3 }, () => one('visitor', 5_000, 'visit'));
    expect(groupsOf([...long, ...visitors])).toEqual([
      ['long 0', 'visit'],
      ['visit'],
      ['long 1', 'visit'],
      ['long 2'],
      ['long 3'],
    ]);
  });

  it('takes one delivery of any size, and long ones of many addresses together', () => {
    expect(groupsOf([one('a', 1_000_000), one('b', 300)])).toEqual([['a 1000000'], ['b 300']]);
    const crowd = Array.from({ length: 8 }, (_, index) => one(`pupil ${index}`, 30_000));
    expect(groupsOf(crowd)).toHaveLength(1);
  });

  it('is bounded by bytes and number for backends, and where addresses are not limited', () => {
    expect(groupsOf(Array.from({ length: 1200 }, () => one(null, 10))).map(({ length }) => length)).toEqual([
      500, 500, 200,
    ]);
    const same = Array.from({ length: 20 }, () => one('proxy', 30_000));
    expect(groupsOf(same, Infinity).map(({ length }) => length)).toEqual([8, 8, 4]);
  });
});
