// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { collector, config, soon } from './fresh-visit.ts';
import { closePage, openPage } from './open-page.ts';

type TcData = { eventStatus: string; gdprApplies?: boolean; purpose?: { consents: Record<number, boolean> } };
type Hear = (data: TcData, success: boolean) => void;
type Host = { dataLayer?: unknown[]; __tcfapi?: unknown; cvq?: unknown[] };
const host = window as unknown as Host;

afterEach(() => {
  Reflect.deleteProperty(host, 'dataLayer');
  Reflect.deleteProperty(host, '__tcfapi');
  Reflect.deleteProperty(host, 'cvq');
});

/** A page with the SDK, denied by default, and the bridge. */
async function visit(consent = 'denied') {
  const sdk = await openPage('/?gclid=CLICK');
  const { bridgeConsent } = await import('../src/consent-bridge.ts');
  sdk.init({ ...config, consent, features: [sdk.cookies, sdk.consentDefault, sdk.attribution] });
  const seen = async (name: string) => {
    sdk.track(name);
    await soon();
    const { batch } =
      collector.requests.findLast(({ events }) => events.some((e) => e.event_type === name)) ?? {};
    return {
      isKnown: !!batch?.visitor_id,
      clicks: Object.keys(batch?.click_ids ?? {}),
      consent: batch?.consent,
    };
  };
  return {
    seen,
    consent: sdk.consent,
    bridge: (more = {}) => bridgeConsent({ consent: sdk.consent, ...more }),
  };
}

const DENIED = {
  analytics_storage: 'denied',
  ad_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
};
const GRANTED = {
  analytics_storage: 'granted',
  ad_storage: 'granted',
  ad_user_data: 'granted',
  ad_personalization: 'granted',
};

/** Google's own snippet: what is pushed are the arguments of the function. */
function gtag(..._said: unknown[]): void {
  host.dataLayer = host.dataLayer || [];
  // biome-ignore lint/complexity/noArguments: as in the snippet
  host.dataLayer.push(arguments);
}

it.each([
  ['named where nothing reads it', false, ['[cvq] no-sdk']],
  ['not named where the script does', true, []],
])('an answer in the queue is %s', async (_what, hasScript, expected) => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { Service } = await openPage();
  const { takeOverQueue } = await import('../src/command-queue.ts');
  const { bridgeConsent } = await import('../src/consent-bridge.ts');
  bridgeConsent();
  gtag('consent', 'update', { ad_storage: 'denied' });
  if (hasScript) takeOverQueue(Service);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(warned.mock.calls.map(([text]) => text)).toEqual(expected);
});

describe('commands of consent mode', () => {
  it('are heard from before and after: default, update, withdrawal', async () => {
    gtag('consent', 'default', { ...DENIED, wait_for_update: 500 });
    const { seen, bridge } = await visit('granted');
    bridge();
    expect(await seen('by default')).toMatchObject({ isKnown: false, clicks: [], consent: DENIED });
    gtag('consent', 'update', GRANTED);
    expect(await seen('granted')).toMatchObject({ isKnown: true, clicks: ['gclid'], consent: GRANTED });
    gtag('consent', 'update', { ad_storage: 'denied' });
    expect(await seen('withdrawn')).toMatchObject({ isKnown: true, clicks: [] });
    gtag('event', 'purchase', { value: 1 });
    host.dataLayer?.push({ event: 'gtm.js' }, null, 'consent');
    expect(host.dataLayer).toHaveLength(7);
  });

  it('an answer is remembered, and a later default does not undo it', async () => {
    const first = await visit();
    first.bridge();
    gtag('consent', 'update', GRANTED);
    await first.seen('granted');
    closePage();
    Reflect.deleteProperty(host, 'dataLayer');
    gtag('consent', 'default', DENIED);
    const second = await visit();
    second.bridge();
    expect(await second.seen('next page')).toMatchObject({ isKnown: true, consent: GRANTED });
  });

  it('are heard where an element has the id dataLayer', async () => {
    const { bridge, seen } = await visit();
    host.dataLayer = document.createElement('p') as never;
    bridge();
    gtag('consent', 'update', GRANTED);
    expect(await seen('after')).toMatchObject({ isKnown: true });
  });

  it('deny what is not plainly granted', async () => {
    const { seen, bridge } = await visit('granted');
    bridge();
    gtag('consent', 'update', { ad_storage: 'Denied ', ad_user_data: 'no', ad_personalization: ' Granted' });
    expect((await seen('misspelt')).consent).toEqual({
      ...GRANTED,
      ad_storage: 'denied',
      ad_user_data: 'denied',
    });
  });

  it('a default of a region denies and grants nothing', async () => {
    const { seen, bridge } = await visit('granted');
    bridge();
    gtag('consent', 'default', { ad_storage: 'denied', analytics_storage: 'granted', region: ['DE'] });
    expect((await seen('here')).consent).toEqual({ ...GRANTED, ad_storage: 'denied' });
  });
});

/** A consent platform of the TCF that answers as the recorded sequence says. */
function platform() {
  const listeners: Hear[] = [];
  return {
    api: (command: string, _version: number, hear: Hear) => {
      if (command === 'addEventListener') listeners.push(hear);
    },
    says: (data: TcData, success = true) => listeners.map((hear) => hear(data, success)),
  };
}

const allowing = (...numbers: number[]) => ({
  consents: Object.fromEntries(numbers.map((number) => [number, true])),
});

describe('a platform of the TCF', () => {
  it('is heard: shown to the visitor, answered, withdrawn', async () => {
    const { api, says } = platform();
    host.__tcfapi = api;
    const { seen, bridge } = await visit();
    bridge();
    says({ eventStatus: 'cmpuishown', gdprApplies: true, purpose: allowing() });
    expect(await seen('asked')).toMatchObject({ isKnown: false, clicks: [] });
    says({ eventStatus: 'useractioncomplete', gdprApplies: true, purpose: allowing(1, 7, 8) });
    expect(await seen('answered')).toMatchObject({
      isKnown: true,
      clicks: ['gclid'],
      consent: { ...GRANTED, ad_personalization: 'denied' },
    });
    says({ eventStatus: 'useractioncomplete', gdprApplies: true, purpose: allowing() });
    expect(await seen('withdrawn')).toMatchObject({ isKnown: false, clicks: [], consent: DENIED });
  });

  it('that says the GDPR does not apply grants all', async () => {
    const { api, says } = platform();
    host.__tcfapi = api;
    const { seen, bridge } = await visit();
    bridge();
    says({ eventStatus: 'tcloaded', gdprApplies: false });
    expect(await seen('elsewhere')).toMatchObject({ isKnown: true, consent: GRANTED });
  });

  it.each([false, true])(
    'that says the GDPR does not apply undoes no denial of the visitor, remembered: %s',
    async (remember) => {
      const { api, says } = platform();
      host.__tcfapi = api;
      let page = await visit();
      page.consent({ analytics_storage: 'denied', ad_storage: 'denied' }, { remember });
      if (remember) page = await visit();
      page.bridge();
      says({ eventStatus: 'tcloaded', gdprApplies: false });
      expect(await page.seen('elsewhere')).toMatchObject({
        isKnown: false,
        clicks: [],
        consent: { ...GRANTED, analytics_storage: 'denied', ad_storage: 'denied' },
      });
    },
  );

  it('is found when it comes late, and when it replaces a stub that it does not ask', async () => {
    const { seen, bridge } = await visit();
    bridge();
    await vi.advanceTimersByTimeAsync(2_000);
    host.__tcfapi = () => {};
    await vi.advanceTimersByTimeAsync(2_000);
    const { api, says } = platform();
    host.__tcfapi = api;
    await vi.advanceTimersByTimeAsync(500);
    says({ eventStatus: 'tcloaded', gdprApplies: true, purpose: allowing(1, 7, 8) });
    expect(await seen('late')).toMatchObject({ isKnown: true, clicks: ['gclid'] });
  });

  it.each(['never comes', 'never answers', 'fails', 'throws'])(
    'that %s leaves the default, and every event is sent',
    async (how) => {
      const { api, says } = platform();
      if (how === 'throws')
        host.__tcfapi = () => {
          throw new Error('broken');
        };
      else if (how !== 'never comes') host.__tcfapi = api;
      const { seen, bridge } = await visit();
      bridge();
      if (how === 'fails')
        says({ eventStatus: 'tcloaded', gdprApplies: true, purpose: allowing(1, 8) }, false);
      expect(await seen('first')).toMatchObject({ isKnown: false, consent: DENIED });
      await vi.advanceTimersByTimeAsync(60_000);
      expect(await seen('later')).toMatchObject({ isKnown: false, consent: DENIED });
      expect(collector.events().map((event) => event.event_type)).toEqual(['first', 'later']);
      // Nobody looks for it any more.
      expect(vi.getTimerCount()).toBeLessThan(3);
    },
  );
});

it('the script speaks to the command queue, whether it or the SDK came first', async () => {
  gtag('consent', 'default', { ad_storage: 'denied' });
  await openPage();
  await import('../src/sdk.consent.ts');
  gtag('consent', 'update', { ad_storage: 'granted' });
  expect(host.cvq).toEqual([
    ['consent', { ad_storage: 'denied' }, { isDefault: true }],
    ['consent', { ad_storage: 'granted' }, { remember: true }],
  ]);
});

it('the script takes no element with the id cvq for the queue', async () => {
  await openPage();
  host.cvq = document.createElement('div') as never;
  host.dataLayer = [];
  await import('../src/sdk.consent.ts');
  gtag('consent', 'update', { ad_storage: 'denied' });
  expect(host.cvq).toEqual([['consent', { ad_storage: 'denied' }, { remember: true }]]);
});
