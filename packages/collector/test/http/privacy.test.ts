import { describe, expect, it } from 'vitest';
import { START, startTestCollector, USER_AGENT } from '../collector.ts';

const collector = await startTestCollector();
const { client, project, serverKey } = collector;

const PAGE =
  'https://shop.example/thanks?utm_source=mail&gclid=CLICK1&email=ada%40mail.example&token=s3cr3t#top';
const REFERRER = 'https://www.example.org/u/ada@mail.example?access_token=s3cr3t';
const CUT_PAGE =
  'https://shop.example/thanks?utm_source=mail&gclid=CLICK1&email=(redacted)&token=(redacted)#top';
const SECRETS = /mail\.example|s3cr3t/;

let last = 0;
type Fields = Record<string, unknown>;

/** Sends one event as a browser does, and gives what is stored of it. */
async function fromBrowser(event: Fields, { key = project, ...head }: Fields = {}) {
  last += 1;
  const id = `evt_${START}_p${last}`;
  const answer = await client.send({
    method: 'POST',
    path: '/v1/events',
    headers: { 'Content-Type': 'text/plain', 'User-Agent': USER_AGENT },
    body: JSON.stringify({
      key,
      visitor_id: 'visitor-1',
      session_id: 'session-1',
      user_id: 'user-1',
      ...head,
      events: [{ id, event_type: 'pageview', ...event }],
    }),
  });
  // What was not clear, such as an answer to a question of consent, is told beside.
  const { ignored: _, ...outcome } = answer.body as Fields;
  expect(outcome).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
  return stored(id, String(key));
}

async function fromServer(event: Fields, path = '/v1/track', bearer = serverKey, of = project) {
  const json = path === '/v1/track' ? event : { events: [event] };
  const answer = await client.send({ method: 'POST', path, bearer, json });
  expect(answer.status).toBe(200);
  const body = answer.body as { event_id?: string; results?: { event_id: string }[] };
  return stored(body.event_id ?? body.results?.[0]?.event_id ?? '', of);
}

async function stored(id: string, of = project) {
  const event = (await collector.stored(of)).find(({ event_id }) => event_id === id);
  if (!event) throw new Error(`${id} is not stored`);
  return event as unknown as { context: Fields; extras: Fields; touch: Fields; properties: Fields };
}

describe('e-mail addresses and tokens in addresses', () => {
  it('are cut from what a browser sends, after the attribution is read', async () => {
    const event = await fromBrowser({
      context: { page_url: PAGE, referrer: REFERRER, title: 'Account of ada@mail.example' },
      properties: {
        url: 'https://partner.example/?api_key=s3cr3t',
        note: 'to ada@mail.example',
        plan: 'pro',
      },
    });
    expect(JSON.stringify(event)).not.toMatch(SECRETS);
    expect(event.context).toMatchObject({
      page_url: CUT_PAGE,
      referrer: 'https://www.example.org/u/(redacted)?access_token=(redacted)',
      title: 'Account of (redacted)',
    });
    expect(event).toMatchObject({ click_ids: { gclid: 'CLICK1' }, touch: { source: 'mail' } });
    expect(event.properties).toEqual({
      url: 'https://partner.example/?api_key=(redacted)',
      note: 'to (redacted)',
      plan: 'pro',
    });
  });

  it.each(['/v1/track', '/v1/track/batch'])('are cut from what a backend sends to %s', async (path) => {
    const event = await fromServer(
      {
        event_type: 'checkout',
        properties: { items: [{ sku: 'ada@mail.example', quantity: 1 }] },
        context: { page_url: PAGE, referrer: REFERRER, landing_page: PAGE },
      },
      path,
    );
    expect(JSON.stringify(event)).not.toMatch(SECRETS);
    expect(event).toMatchObject({ context: { page_url: CUT_PAGE }, extras: { landing_page: CUT_PAGE } });
    expect(event).toMatchObject({ click_ids: { gclid: 'CLICK1' }, touch: { source: 'mail' } });
  });

  it('are cut from the page of a pixel', async () => {
    await client.send({
      path: `/v1/pixel.gif?key=${project}`,
      headers: { Referer: PAGE, 'User-Agent': USER_AGENT },
    });
    const event = (await collector.stored()).find(({ origin }) => origin === 'pixel');
    expect(event).toMatchObject({ context: { page_url: CUT_PAGE } });
  });

  it('are cut from words of a campaign', async () => {
    const event = await fromBrowser({
      context: {
        page_url:
          'https://shop.example/?utm_source=news&utm_content=ada@mail.example&utm_id=ada%40mail.example',
      },
    });
    expect(JSON.stringify(event)).not.toMatch(SECRETS);
    expect(event.touch).toMatchObject({ source: 'news', content: '(redacted)', campaign_id: '(redacted)' });
  });

  it('are cut from other properties, and keys with them; click ids are never taken for tokens', async () => {
    const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc-DEF_1';
    const properties = {
      path: '/reset?token=s3cr3t&x=1',
      note: 'use sk_live_51H8abcdefghijkl1234',
      list: ['?email=ada%25252540mail.example', { deep: 'ada＠mail.example' }],
      click_id: jwt,
      'ada@mail.example': true,
    };
    const cut = {
      path: '/reset?token=(redacted)&x=1',
      note: 'use (redacted)',
      list: ['?email=(redacted)', { deep: '(redacted)' }],
      click_id: jwt,
      '(redacted)': true,
    };
    const page_url = `https://shop.example/?clickid=${jwt}&a=ada&#64;mail.example`;
    const head = { click_ids: { clickid: { value: jwt, at: new Date(START).toISOString() } } };
    const browser = await fromBrowser({ properties, context: { page_url } }, head);
    const server = await fromServer({
      event_type: 'checkout',
      properties,
      context: { page_url, clickid: jwt },
    });
    for (const event of [browser, server]) {
      expect(event.properties).toEqual(cut);
      expect(JSON.stringify(event)).not.toMatch(SECRETS);
      expect(event).toMatchObject({ click_ids: { clickid: jwt } });
    }
  });

  it('are kept where the project says so, and its own names are cut where it names them', async () => {
    const off = await collector.addProject();
    await collector.control.changeProject(off.project, { redactedNames: null });
    const open = await fromBrowser({ context: { page_url: PAGE } }, { key: off.project });
    expect(open.context.page_url).toBe(PAGE);
    await collector.control.changeProject(off.project, { redactedNames: ['kundennr'] });
    const named = await fromBrowser(
      { context: { page_url: 'https://shop.example/?kundennr=4711&token=a' } },
      { key: off.project },
    );
    expect(named.context.page_url).toBe('https://shop.example/?kundennr=(redacted)&token=(redacted)');
  });
});

describe('user data among the properties of a conversion', () => {
  const properties = {
    order_id: 'A-1',
    email: 'ada@mail.example',
    phone: '+49 151 2345678',
    firstName: 'Ada',
    contact: 'bob@mail.example',
    city: 'Berlin',
    country: 'DE',
  };

  it.each(['browser', 'server'])('is user data and no property, sent by a %s', async (from) => {
    const event = { event_type: 'lead', properties: { ...properties, order_id: `A-${from}` } };
    const kept = await (from === 'browser' ? fromBrowser(event) : fromServer(event));
    expect(kept.properties).toEqual({ order_id: `A-${from}`, city: 'Berlin', country: 'DE' });
    expect(JSON.stringify(kept)).not.toMatch(SECRETS);
  });

  it.each(['browser', 'server'])(
    'is so under every usual name and in objects, sent by a %s',
    async (from) => {
      const items = [{ sku: 'T', name: 'Teapot', item_name: 'Blue teapot', quantity: 1 }];
      const event = {
        event_type: 'purchase',
        properties: {
          order_id: `N-${from}`,
          items,
          'contact.phone': '+49 151 2345678',
          'customer.firstName': 'Ada',
          full_name: 'Ada Lovelace',
          mobile: '0151 2345678',
          customer: { name: 'Ada Lovelace', contact: { phone: '0151 2345678', city: 'Berlin' } },
        },
      };
      const kept = await (from === 'browser' ? fromBrowser(event) : fromServer(event));
      expect(kept.properties).toEqual({
        order_id: `N-${from}`,
        items,
        customer: { contact: { city: 'Berlin' } },
      });
    },
  );

  it('is cut from other events where it is an e-mail address, and stays otherwise', async () => {
    const kept = await fromBrowser({ event_type: 'search', properties });
    expect(kept.properties).toEqual({ ...properties, email: '(redacted)', contact: '(redacted)' });
  });
});

describe('a text of the context that is too long', () => {
  const page = `https://shop.example/?utm_source=long&${'filter=teapot&'.repeat(900)}gclid=LAST`;

  it('is cut and marked, and the event of a browser stays', async () => {
    const event = await fromBrowser({
      context: {
        page_url: page,
        referrer: `https://www.example.org/?q=${'x'.repeat(10_000)}`,
        title: 'T '.repeat(9000),
      },
    });
    const { page_url, referrer, title } = event.context as Record<string, string>;
    expect([page_url?.length, title?.length].every((length) => Number(length) <= 8192)).toBe(true);
    expect(page_url).toMatch(/^https:\/\/shop\.example\/\?utm_source=long&filter=.*&\(cut\)$/);
    expect(new URL(page_url ?? '').searchParams.get('utm_source')).toBe('long');
    expect(referrer).toBe('https://www.example.org/?(cut)');
    expect(title).toMatch(/^T T .*T \(cut\)$/);
    // Read before the cut.
    expect(event).toMatchObject({ click_ids: { gclid: 'LAST' }, touch: { source: 'long' } });
  });

  it('is cut and marked, and the event of a backend stays', async () => {
    const event = await fromServer({
      event_type: 'checkout',
      context: { page_url: page, user_agent: 'Agent '.repeat(2000), gclid: 'g'.repeat(9000) },
    });
    expect(event.context.page_url).toMatch(/&\(cut\)$/);
    expect(event.context.user_agent).toMatch(/^Agent .* \(cut\)$/);
    expect(String(event.extras.gclid)).toMatch(/^g+\(cut\)$/);
  });
});

describe('a gclid that is none of Google Ads', () => {
  const page_url = 'https://shop.example/thanks';

  it.each([
    ['beside a gclsrc in the context', { page_url, gclid: 'DS1', gclsrc: '3p.ds', fbclid: 'F1' }],
    ['beside a page with gclsrc', { page_url: `${page_url}?gclsrc=ds`, gclid: 'DS1', fbclid: 'F1' }],
  ])('is not kept of a backend: %s', async (_, context) => {
    const event = await fromServer({ event_type: 'purchase', properties: { value: 1 }, context });
    expect(event).toMatchObject({ click_ids: { fbclid: 'F1' } });
    expect(event).not.toHaveProperty('click_ids.gclid');
  });

  it('is kept beside a gclsrc of Google Ads', async () => {
    const context = { page_url: `${page_url}?gclsrc=aw.ds`, gclid: 'AW1', gclsrc: 'aw.ds' };
    expect(await fromServer({ event_type: 'lead', context })).toMatchObject({ click_ids: { gclid: 'AW1' } });
  });

  it.each([
    ['that a page of the batch tells as one', `${page_url}?gclid=DS%31&gclsrc=ds`, {}],
    ['beside a gclsrc', page_url, { gclsrc: { value: 'ds' } }],
  ])('is not kept among what the SDK sends with a batch: %s', async (_, page, beside) => {
    const click_ids = { gclid: { value: 'DS1' }, fbclid: { value: 'F1' }, ...beside };
    const event = await fromBrowser({ context: { page_url: page } }, { click_ids });
    expect(event.context.click_ids).toEqual({ fbclid: { value: 'F1', at: null } });
  });
});

describe('what a batch says of itself', () => {
  it('is stored by its type: SDK, consent and click ids with their times', async () => {
    const head = {
      sdk: '1.2.3',
      consent: { ad_storage: 'granted', ad_user_data: 'Denied', marketing: 'granted' },
      click_ids: { gclid: { value: 'CLICK3', at: '2026-11-01T10:00:00Z' }, fbclid: { value: 'CLICK4' } },
    };
    const { context } = await fromBrowser({}, head);
    expect(context).toMatchObject({
      sdk: '1.2.3',
      consent: { ad_storage: 'granted', ad_user_data: 'denied' },
      click_ids: {
        gclid: { value: 'CLICK3', at: '2026-11-01T10:00:00.000Z' },
        fbclid: { value: 'CLICK4', at: null },
      },
    });
  });

  it('is not stored where nothing reads it', async () => {
    const head = {
      signals: ['screen'],
      filter_bots: true,
      track_bots: true,
      gpc: false,
      consent: { marketing: 'granted' },
      click_ids: { unheard_of: { value: 'CLICK5' } },
    };
    const event = await fromBrowser({}, head);
    expect(JSON.stringify(event)).not.toMatch(/signals|track_bots|filter_bots|gpc|marketing|CLICK5/);
  });
});

describe('what a visitor denies', () => {
  const context = { page_url: PAGE, referrer: 'https://www.example.org/?fbclid=CLICK2&x=1' };
  const head = { click_ids: { gclid: { value: 'CLICK3' } }, touch: { last: { source: 'x' } } };

  it('ad storage: no click id is stored or attributed; words of campaigns are', async () => {
    const properties = { url: 'https://partner.example/?irclickid=CLICK4', gclid: 'CLICK5' };
    const event = await fromBrowser(
      { context, properties },
      { ...head, consent: { ad_storage: 'denied', analytics_storage: 'granted' } },
    );
    expect(JSON.stringify(event)).not.toMatch(/CLICK/);
    expect(event).toMatchObject({
      visitor_id: 'visitor-1',
      click_ids: null,
      touch: { source: 'mail', ad_platform: '(not set)' },
      context: { consent: { ad_storage: 'denied', analytics_storage: 'granted' } },
    });
    expect(event.context.page_url).toBe(
      'https://shop.example/thanks?utm_source=mail&email=(redacted)&token=(redacted)#top',
    );
  });

  it.each(['browser', 'server'])('ad storage: none in any other place either, sent by a %s', async (from) => {
    const event = {
      event_type: 'checkout',
      properties: {
        fbclid: 'CLICK',
        in: [{ ScCid: 'CLICK', last_gclid: 'CLICK', kept: 1 }],
        note: 'by gclid=CLICK today',
        path: '/p?msclkid=CLICK&y=2',
      },
      context: {
        page_url: 'https://shop.example/?_gl=1*x*_gcl_aw*CLICK&next=https%3A%2F%2Fx%2F%3Ffbclid%3DCLICK&x=1',
        referrer: 'https://www.example.org/?u=%252F%253Fgclid%253DCLICK',
        ...(from === 'browser' ? { title: 'Teapots gclid=CLICK' } : { campaign_url: '/?gclid=CLICK' }),
      },
    };
    const consent = { ad_storage: 'denied' };
    const kept = await (from === 'browser'
      ? fromBrowser(event, { consent })
      : fromServer({ ...event, consent }));
    expect(JSON.stringify(kept)).not.toContain('CLICK');
    expect(kept.properties).toEqual({ in: [{ kept: 1 }], note: 'by  today', path: '/p?y=2' });
  });

  it('ad storage, said by a backend', async () => {
    const event = await fromServer({
      event_type: 'checkout',
      context: { ...context, gclid: 'CLICK6' },
      consent: { ad_storage: 'denied' },
    });
    expect(JSON.stringify(event)).not.toMatch(/CLICK/);
    expect(event).toMatchObject({ click_ids: null, context: { consent: { ad_storage: 'denied' } } });
  });

  it('analytics storage: no id that was sent is stored', async () => {
    const consent = { analytics_storage: 'denied' };
    const event = await fromBrowser({ context }, { consent });
    const server = await fromServer({ event_type: 'x', user_id: 'user-1', session_id: 'session-1', consent });
    for (const kept of [event, server]) {
      expect(kept).toMatchObject({ user_id: null });
      expect(JSON.stringify(kept)).not.toMatch(/visitor-1|session-1|user-1/);
    }
  });

  it.each(['Denied', 'no', false, 1])('is all that is not plainly granted: %j', async (said) => {
    const consent = { ad_storage: said, analytics_storage: said, ad_user_data: said };
    const user_data = { email: 'ada@example.org' };
    const event = await fromBrowser({ context, event_type: 'lead', user_data }, { ...head, consent });
    expect(event).toMatchObject({ user_id: null, click_ids: null });
    expect(JSON.stringify(event)).not.toMatch(/CLICK|visitor-1|ada@/);
  });

  it('nothing: Global Privacy Control is recorded and denies nothing', async () => {
    const event = await fromBrowser({ context }, { gpc: true });
    expect(event).toMatchObject({
      visitor_id: 'visitor-1',
      click_ids: { gclid: 'CLICK1' },
      context: { gpc: true },
    });
  });
});
