import { describe, expect, it } from 'vitest';
import { HINTED_SYSTEMS } from '../../../../bench/bots/made-up/hinted-systems.ts';
import { RARE_DEVICES } from '../../../../bench/bots/made-up/rare-devices.ts';
import { TELEVISIONS } from '../../../../bench/bots/made-up/televisions.ts';
import { parseClient } from '../../src/clients/parse-client.ts';

const share = <Item>(items: readonly Item[], isRight: (item: Item) => boolean) =>
  items.filter(isRight).length / items.length;
const typeOf = (userAgent: string) => parseClient({ userAgent }).deviceType;

describe('clients at large', () => {
  it('have the major version of their system in 95 of a hundred cases where hints tell it', () => {
    const right = share(HINTED_SYSTEMS, ({ userAgent, hints, os, major }) => {
      const client = parseClient({ userAgent, hints });
      return client.os === os && client.osVersion?.split('.')[0] === major;
    });
    expect(right).toBeGreaterThanOrEqual(0.95);
  });

  it('are televisions in 85 of a hundred cases where they are', () => {
    expect(share(TELEVISIONS, (userAgent) => typeOf(userAgent) === 'tv')).toBeGreaterThanOrEqual(0.85);
  });

  it.each(['tablet', 'mobile'] as const)('are a %s in 85 of a hundred cases where they are', (kind) => {
    const ofKind = RARE_DEVICES.filter((device) => device.kind === kind);
    expect(share(ofKind, ({ userAgent }) => typeOf(userAgent) === kind)).toBeGreaterThanOrEqual(0.85);
  });
});
