// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { collector, config } from './fresh-visit.ts';
import { openPage } from './open-page.ts';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(console, 'log').mockImplementation(() => {});
});

describe('options that are null', () => {
  it('leave a denial a denial', async () => {
    const { init, consent, track, consentDefault } = await openPage();
    init({ ...config, features: [consentDefault] });
    consent({ ad_storage: 'denied' }, null as never);
    track('seen');
    await vi.advanceTimersByTimeAsync(300);
    expect(collector.requests).toMatchObject([{ batch: { consent: { ad_storage: 'denied' } } }]);
  });

  it('let the bridge to consent platforms listen', async () => {
    await openPage();
    const host = window as { dataLayer?: unknown[] };
    const { bridgeConsent } = await import('../src/consent-bridge.ts');
    bridgeConsent(null as never);
    expect(host.dataLayer).toHaveProperty('push');
    delete host.dataLayer;
  });
});

describe('arguments of every method', () => {
  const wrong = [undefined, null, 1, 'x', true, Symbol('x'), [null], {}, () => {}, Object.create(null)];

  it.each(['before init', 'after it'])('throw nothing into the page %s, whatever they are', async (when) => {
    const { Service } = await openPage();
    if (when === 'after it') Service.init(config);
    for (const [name, method] of Object.entries(Service))
      for (const one of wrong)
        for (const other of wrong)
          expect(() => (method as (...args: unknown[]) => void)(one, other, other), name).not.toThrow();
  });
});
