// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { collector } from './fresh-visit.ts';
import { forgetVisitor, openPage, setCookie } from './open-page.ts';

const DAY = 86_400_000;

type Sdk = Awaited<ReturnType<typeof openPage>>;

/** Opens a page, tracks an event on it, and returns the SDK and what its batch said. */
async function visit(path = '/', referrer = '') {
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);
  const sdk = await openPage(path);
  sdk.init({
    apiKey: 'proj_test',
    endpoint: 'https://collector.test',
    autoTrack: false,
    crossDomainDomains: ['partner.test'],
    features: [sdk.cookies, sdk.attribution],
  });
  sdk.track('seen');
  await vi.advanceTimersByTimeAsync(300);
  return { ...sdk, batch: collector.requests.at(-1)?.batch };
}

describe('click ids', () => {
  it('are told with their time and their value untouched, on the landing page and later', async () => {
    const landing = await visit('/?gclid=Cj0_Ab-%2Bx+y%2F==&FBCLID=IwAR&x=1');
    const click_ids = {
      gclid: { value: 'Cj0_Ab-+x+y/==', at: '2026-11-21T10:00:00.000Z' },
      fbclid: { value: 'IwAR', at: '2026-11-21T10:00:00.000Z' },
    };
    expect(landing.batch?.click_ids).toEqual(click_ids);
    await vi.advanceTimersByTimeAsync(DAY);
    const later = await visit('/thanks');
    expect(later.batch?.click_ids).toEqual(click_ids);
    expect(later.getClickIds()).toMatchObject({
      gclid: 'Cj0_Ab-+x+y/==',
      fbclid: 'IwAR',
      msclkid: null,
      ScCid: null,
    });
  });

  it('are all known by name, null when unset, also before init', async () => {
    const { getClickIds } = await openPage('/?gclid=a');
    const ids = getClickIds();
    expect(Object.keys(ids)).toHaveLength(30);
    expect(new Set(Object.values(ids))).toEqual(new Set([null]));
  });

  it('of every platform are found, however the parameter is written', async () => {
    const { getClickIds } = await visit();
    const names = Object.keys(getClickIds());
    const query = names.map((name) => `${name.toUpperCase()}=v_${name}`).join('&');
    const landed = await visit(`/?${query}`);
    expect(landed.getClickIds()).toEqual(Object.fromEntries(names.map((name) => [name, `v_${name}`])));
  });

  it.each([
    ['/#/offer?gclid=Cj0KCQ&utm_source=x', { gclid: 'Cj0KCQ' }],
    ['/?fbclid=IwAR#!/offer?gclid=Cj0KCQ', { gclid: 'Cj0KCQ', fbclid: 'IwAR' }],
    ['/?gclid=Cj0KCQ#/offer?gclsrc=3p.ds', {}],
    ['/#offer?gclid=Cj0KCQ', {}],
  ])('are found in the query of a route behind #, and nowhere else there: %s', async (address, expected) => {
    const { batch } = await visit(address);
    const told = Object.entries(batch?.click_ids ?? {}).map(([name, click]) => [name, click?.value]);
    expect(Object.fromEntries(told)).toEqual(expected);
  });

  it('are none where gclsrc says that another system than Google Ads made the gclid', async () => {
    await visit('/?gclid=old');
    const other = await visit('/?gclid=bing&gclsrc=3p.ds&msclkid=bing');
    expect(other.getClickIds()).toMatchObject({ gclid: 'old', msclkid: 'bing' });
    const own = await visit('/?gclid=new&gclsrc=aw.ds');
    expect(own.getClickIds()).toMatchObject({ gclid: 'new', msclkid: 'bing' });
  });

  it('are replaced by a newer one of the same family, and by nothing else', async () => {
    await visit('/?gclid=old&gbraid=old&msclkid=ms');
    await vi.advanceTimersByTimeAsync(DAY);
    const { getClickIds } = await visit('/?wbraid=new&fbclid=&ttclid=tt');
    expect(getClickIds()).toMatchObject({
      gclid: null,
      gbraid: null,
      wbraid: 'new',
      msclkid: 'ms',
      ttclid: 'tt',
    });
    const empty = await visit('/?msclkid=');
    expect(empty.getClickIds()).toMatchObject({ msclkid: 'ms' });
  });

  it('are replaced by a click of now, also where the clock was ahead at the one before', async () => {
    vi.setSystemTime(Date.now() + 3_600_000);
    await visit('/?gclid=before');
    vi.setSystemTime(Date.now() - 3_600_000);
    expect((await visit('/?gclid=now')).getClickIds().gclid).toBe('now');
  });

  it('are forgotten after 90 days', async () => {
    await visit('/?gclid=g');
    await vi.advanceTimersByTimeAsync(89 * DAY);
    expect((await visit('/?ttclid=t')).getClickIds()).toMatchObject({ gclid: 'g', ttclid: 't' });
    await vi.advanceTimersByTimeAsync(2 * DAY);
    const { getClickIds, batch } = await visit();
    expect(getClickIds()).toMatchObject({ gclid: null, ttclid: 't' });
    expect(batch?.click_ids).toEqual({ ttclid: expect.anything() });
  });

  it('that no collector would take are passed over, so that no link can have later events refused', async () => {
    const { batch } = await visit(`/?gclid=a%00b&fbclid=${'x'.repeat(1025)}&msclkid=fine`);
    expect(Object.keys(batch?.click_ids ?? {})).toEqual(['msclkid']);
  });

  it.each([
    'undefined',
    'NULL',
    'None',
    '0',
    '%20',
    '-',
    '{gclid}',
    '%7Bclick_id%7D',
    '[object%20Object]',
    'ada%40example.test',
    'a%ffb',
  ])('are not replaced by %s, which programs write where they have none', async (placeholder) => {
    await visit('/?gclid=Real123');
    const { getClickIds, batch } = await visit(`/?gclid=${placeholder}&gbraid=${placeholder}`);
    expect(getClickIds()).toMatchObject({ gclid: 'Real123', gbraid: null });
    expect(batch?.click_ids).toMatchObject({ gclid: { value: 'Real123' } });
  });

  it('that an earlier version kept of a program that had none are forgotten', async () => {
    const record = { click_ids: { gclid: { value: 'undefined', at: '2026-11-21T09:00:00.000Z' } } };
    localStorage.setItem('cvq_ad', JSON.stringify(record));
    const { getClickIds, batch } = await visit();
    expect(getClickIds().gclid).toBeNull();
    expect(batch).not.toHaveProperty('click_ids');
  });

  it('of one visit fit into a cookie, the newest first', async () => {
    await visit(`/?gclid=${'a'.repeat(1000)}&ttclid=${'b'.repeat(1000)}`);
    await vi.advanceTimersByTimeAsync(DAY);
    await visit(`/?fbclid=${'c'.repeat(1000)}&twclid=${'d'.repeat(1000)}`);
    vi.spyOn(navigator, 'vendor', 'get').mockReturnValue('Google Inc.');
    const { getClickIds } = await visit('/thanks');
    expect(getClickIds()).toMatchObject({ fbclid: 'c'.repeat(1000), twclid: 'd'.repeat(1000), ttclid: null });
  });

  it('survive a record that somebody else has written', async () => {
    for (const record of ['7', '"x"', '{"click_ids":null}', '[1]', '{"click_ids":{"gclid":5}}', '{']) {
      localStorage.setItem('cvq_ad', record);
      const { batch } = await visit('/?gclid=g');
      expect(batch?.click_ids?.gclid?.value, record).toBe('g');
      forgetVisitor();
    }
  });

  it.each([
    ['here', ({ optOut }: Sdk) => optOut(), ({ optIn }: Sdk) => optIn()],
    [
      'in another window',
      ({ track }: Sdk) => {
        setCookie('no_cvq=true');
        track('opted out');
      },
      ({ track }: Sdk) => {
        setCookie('no_cvq=;max-age=0');
        track('opted in');
      },
    ],
  ])(
    'from before an opt-out are not told of the visitor after its end: %s',
    async (_where, optOut, optIn) => {
      await visit('/?gclid=Cj0KCQ');
      const sdk = await visit('/later');
      expect(sdk.batch?.click_ids).toHaveProperty('gclid');
      optOut(sdk);
      optIn(sdk);
      sdk.track('after');
      await vi.advanceTimersByTimeAsync(300);
      expect(collector.events().at(-1)).toMatchObject({ event_type: 'after' });
      expect(collector.requests.at(-1)?.batch).not.toHaveProperty('click_ids');
      expect(sdk.getClickIds()).toMatchObject({ gclid: null });
    },
  );
});

describe('where the visitor came from', () => {
  it('is told by the address and the referrer of the event alone, which the collector reads', async () => {
    const { batch } = await visit('/?utm_source=news&utm_campaign=May', 'https://mail.test/inbox');
    expect(batch).not.toHaveProperty('touch');
    expect(batch).not.toHaveProperty('click_ids');
    expect(document.cookie).not.toContain('news');
    expect(localStorage.getItem('cvq_ad')).toBeNull();
  });
});
