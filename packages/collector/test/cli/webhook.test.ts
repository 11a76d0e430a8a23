import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../collector.ts';
import { cvq, serve } from '../program.ts';
import { toldBy } from '../told-by.ts';
import { startReceiver } from '../webhooks/receiver.ts';

const settings = { CVQ_DATA: temporaryFolder(), CVQ_ALLOW_PRIVATE_WEBHOOKS: '1', CVQ_LOG_LEVEL: 'warn' };
const receiver = await startReceiver();

const run = <Printed>(...args: readonly string[]) => toldBy<Printed>(args, settings);

async function fail(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await cvq(args, { ...settings, CVQ_ALLOW_PRIVATE_WEBHOOKS: '0' });
  expect([code, stdout]).toEqual([1, '']);
  return stderr.trim();
}

type Endpoint = {
  id: string;
  url: string;
  events: string[];
  enabled: boolean;
  secret: string;
  state: string;
};
type Delivery = {
  id: string;
  state: string;
  event_type: string;
  payload: string;
  log: Record<string, unknown>[];
};

const { id: project, server_key } = await run<{ id: string; server_key: string }>(
  ...['project', 'create', '--domain', 'shop.example'],
);
const create = (url = receiver.url, events = 'purchase,lead') =>
  run<Endpoint>('webhook', 'create', '--project', project, '--url', url, '--events', events);

describe('cvq webhook', () => {
  it('creates an endpoint with a secret that is told once, and lists it without', async () => {
    const made = await create();
    expect(made).toMatchObject({ url: receiver.url, events: ['purchase', 'lead'], enabled: true });
    expect(made.id).toMatch(/^whe_[A-Za-z0-9]{20}$/);
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const listed = await run<Endpoint[]>('webhook', 'list', '--project', project);
    expect(listed.find(({ id }) => id === made.id)).toMatchObject({ state: 'enabled', failing_since: null });
    expect(JSON.stringify(listed)).not.toContain('whsec_');
  });

  it.each<[given: [option: string, value: string], says: string]>([
    [['--url', 'http://shop.example/'], '--url: The URL does not begin with https://. Use https.'],
    [
      ['--url', 'https://localhost/x'],
      '--url: The host localhost is, or leads to, a private or reserved address. Use an address of the public internet.',
    ],
    [['--url', 'https://169.254.169.254/'], 'private or reserved'],
    [['--url', 'shop.example'], '--url: Invalid URL. Use one such as https://shop.example/webhooks.'],
    [
      ['--events', 'purchase,sale'],
      '--events: Unknown event: sale. Use one or more of *, pageview, purchase, lead',
    ],
    [['--events', ','], '--events: The list of events is empty. Use one or more of'],
    [['--project', 'proj_none'], '--project: Unknown project: proj_none.'],
  ])('refuses %j and says what would be right', async (given, message) => {
    const right = { '--project': project, '--url': 'https://hooks.example.com/', '--events': '*' };
    const options = Object.entries({ ...right, [given[0]]: given[1] }).flat();
    expect(await fail('webhook', 'create', ...options)).toContain(message);
  });

  it.each(['update', 'enable', 'disable', 'remove', 'rotate-secret', 'test'])(
    '%s says when there is no such endpoint',
    async (name) => {
      const more = name === 'update' ? ['--events', '*'] : [];
      expect(await fail('webhook', name, 'whe_none', ...more)).toBe(
        'cvq: <endpoint>: Unknown webhook endpoint: whe_none. See cvq webhook list.',
      );
    },
  );

  it('updates, disables, enables, rotates and removes', async () => {
    const { id, secret } = await create();
    expect(await run('webhook', 'update', id, '--events', '*')).toMatchObject({
      events: ['*'],
      url: receiver.url,
    });
    expect(await run('webhook', 'disable', id)).toMatchObject({ enabled: false });
    expect(await run('webhook', 'enable', id)).toMatchObject({ enabled: true });
    const rotated = await run<{ secret: string }>('webhook', 'rotate-secret', id, '--overlap', '1');
    expect(rotated.secret).not.toBe(secret);
    expect(await fail('webhook', 'rotate-secret', id)).toMatch(
      /--force: The secret is already being rotated.*force the rotation/,
    );
    await run('webhook', 'rotate-secret', id, '--force');
    expect(await run('webhook', 'remove', id)).toEqual({ id, state: 'removed' });
    expect((await run<Endpoint[]>('webhook', 'list')).map((each) => each.id)).not.toContain(id);
  });

  it('sends a test without a collector that runs, and exits with 1 when the receiver does not acknowledge', async () => {
    const { id } = await create();
    const sent = await run<{ delivery: string }>('webhook', 'test', id, '--type', 'signup');
    expect(sent).toMatchObject({
      event_type: 'signup',
      acknowledged: true,
      response_status: 200,
      error: null,
    });
    expect(receiver.requests.at(-1)?.headers['x-service-delivery']).toBe(sent.delivery);
    receiver.answer = (_, response) => void response.writeHead(500).end();
    const { code, stdout } = await cvq(['webhook', 'test', id], settings);
    expect([code, stdout.split(':')[0]]).toEqual([1, 'Failed']);
    receiver.answer = (_, response) => void response.end('thanks');
  });

  it('delivers what a running collector is told, shows the log, and delivers once more', async () => {
    const { id } = await create();
    const collector = await serve(settings);
    const answer = await fetch(`http://127.0.0.1:${collector.port}/v1/track`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${server_key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ event_type: 'lead', properties: { form: 'contact' } }),
    });
    expect(answer.status).toBe(200);
    const list = () => run<Delivery[]>('webhook', 'deliveries', '--endpoint', id);
    await expect
      .poll(async () => (await list()).map(({ state }) => state), { timeout: 60_000 })
      .toEqual(['acknowledged']);
    const [delivery] = await list();
    const shown = await run<Delivery>('webhook', 'deliveries', delivery?.id ?? '');
    expect(JSON.parse(shown.payload)).toMatchObject({
      type: 'lead',
      data: { properties: { form: 'contact' } },
    });
    expect(shown.log).toMatchObject([
      { attempt: 1, response_status: 200, response_headers: null, response_body: null, error: null },
    ]);
    const again = await run<Delivery>('webhook', 'redeliver', delivery?.id ?? '');
    expect(again).toMatchObject({ state: 'pending', redelivery_of: delivery?.id });
    await expect
      .poll(async () => (await list()).map(({ state }) => state), { timeout: 60_000 })
      .toEqual(['acknowledged', 'acknowledged']);
    expect(await run('webhook', 'redeliver', '--endpoint', id)).toEqual({ redelivered: 0 });
    collector.kill('SIGTERM');
    expect((await collector.exited).code).toBe(0);
    expect(collector.stderr()).toBe('');
  });

  it('tells people the endpoint and the event of each delivery, what is owed, and what waits', async () => {
    const { id } = await create();
    const { delivery } = await run<{ delivery: string }>('webhook', 'test', id);
    const told = async (...args: string[]) => (await cvq(['webhook', ...args], settings)).stdout.split('\n');
    const [headings, line] = await told('deliveries', '--endpoint', id);
    expect(headings?.split(/ {2,}/)).toEqual(
      'DELIVERY CREATED ENDPOINT EVENT TYPE STATE ATTEMPTS ANSWER TIME'.split(' '),
    );
    expect(line?.split(/ {2,}/).slice(2, 5)).toEqual([id, expect.stringMatching(/^evt_/), 'purchase']);

    await run('webhook', 'disable', id);
    const [repeated] = await told('redeliver', delivery);
    expect(repeated).toMatch(
      `repeats ${delivery} and waits because ${id} is disabled. To send it: cvq webhook enable ${id}`,
    );
    const successor = repeated?.split(' ')[0];
    expect(await run<Delivery>('webhook', 'deliveries', delivery)).toMatchObject({
      redelivered_as: successor,
    });
    expect((await told('deliveries', '--endpoint', id))[2]).toContain(`redelivered as ${successor}`);
    const listed = await run<(Endpoint & { owed: number })[]>('webhook', 'list');
    expect(listed.find((each) => each.id === id)?.owed).toBe(1);
    expect((await told('list'))[0]).toMatch(/^ENDPOINT +PROJECT +STATE +OWED +EVENTS +URL$/);

    await run('webhook', 'remove', id);
    expect(await fail('webhook', 'redeliver', delivery)).toMatch(
      /The endpoint whe_\w+ of del_\d+ was removed/,
    );
  });

  it('says what to name where nothing is, and when a delivery is not there', async () => {
    expect(await fail('webhook', 'redeliver')).toContain('Nothing to repeat. Give a delivery');
    expect(await fail('webhook', 'redeliver', 'del_1')).toBe(
      'cvq: <delivery>: Unknown delivery: del_1. See cvq webhook deliveries.',
    );
    expect(await fail('webhook', 'deliveries', 'nonsense')).toBe(
      'cvq: <delivery>: Unknown delivery: nonsense. See cvq webhook deliveries.',
    );
    expect(await fail('webhook', 'update', 'whe_x')).toContain('Nothing to change. Give --url or --events.');
  });
});
