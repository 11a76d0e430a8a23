import { describe, expect, it } from 'vitest';
import { botsIn } from '../../../../bench/bots/bots-in.ts';
import { CROWDS } from '../../../../bench/bots/made-up/crowds.ts';
import { openNetworks } from '../../src/bots/networks/known-networks.ts';
import { createTrafficClassifier } from '../../src/bots/traffic-classifier.ts';
import { USER_AGENT } from '../client.ts';

const networks = openNetworks({
  date: '2026-11-21',
  from: 'a test',
  networks: [{ name: 'A cloud', kind: 'hosting', prefixes: '198.51.100.0/24' }],
});
const addresses = { home: '203.0.113.7', cloud: '198.51.100.7' };

function classified(crowd: (typeof CROWDS)[number]) {
  const classify = createTrafficClassifier(
    () => networks,
    () => 0,
  );
  return botsIn(crowd, { classify, addresses, userAgent: USER_AGENT });
}

describe('crowds of people', () => {
  it.each(CROWDS.filter(({ isBot }) => !isBot))('are people: $what', (crowd) => {
    expect(classified(crowd).bots).toBe(0);
  });
});

describe('crowds of bots', () => {
  it.each(CROWDS.filter(({ isBot }) => isBot))('are bots, each of them: $what', (crowd) => {
    const { visitors, bots } = classified(crowd);
    expect((100 * bots) / visitors).toBeGreaterThanOrEqual(crowd.tellable ?? 100);
  });
});
