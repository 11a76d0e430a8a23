// @vitest-environment jsdom
// @vitest-environment-options {"url": "https://www.shop.co.uk/"}
import { expect, it, vi } from 'vitest';
import { collector, soon } from './fresh-visit.ts';
import { openPage } from './open-page.ts';

it('finds the widest domain that takes cookies once on a page, and not for each record', async () => {
  const write = vi.spyOn(Document.prototype, 'cookie', 'set');
  const { init, track, cookies } = await openPage();
  init({ apiKey: 'proj_test', endpoint: 'https://collector.test', autoTrack: false, features: [cookies] });
  track('seen');
  await vi.advanceTimersByTimeAsync(400);
  const written = write.mock.calls.map(([text]) => /^(\w+)=.*;domain=(.*)$/.exec(text)?.slice(1).join(' '));
  expect(written).toEqual(['cvq co.uk', 'cvq shop.co.uk', 'cvq_s shop.co.uk']);
  expect(document.cookie).toMatch(/cvq=.*@shop\.co\.uk; cvq_s=.*@shop\.co\.uk/);
});

it('asks the browser for its cookies once in a task, and once more to see whether it took one', async () => {
  const { init, cookies, consentDefault, attribution, track } = await openPage();
  const features = [cookies, consentDefault, attribution];
  const read = vi.spyOn(Document.prototype, 'cookie', 'get');
  init({ apiKey: 'proj_test', endpoint: 'https://collector.test', autoTrack: false, features });
  track('seen');
  expect(read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(100);
  read.mockClear();
  // What is new is written to two cookies.
  await vi.advanceTimersByTimeAsync(400);
  expect(document.cookie).toMatch(/cvq=.*cvq_s=/);
  expect(read.mock.calls.length - 1).toBeLessThanOrEqual(2);
});

it('takes no link to another host of the site for one to another site', async () => {
  const { init, track, cookies, linkClicks } = await openPage();
  const features = [cookies, linkClicks];
  init({
    apiKey: 'proj_test',
    endpoint: 'https://collector.test',
    autoTrack: false,
    outboundLinks: true,
    features,
  });
  track('seen');
  await soon();
  const hosts = ['www.shop.co.uk', 'a.www.shop.co.uk', 'blog.shop.co.uk', 'shop.co.uk', 'workshop.co.uk'];
  document.body.innerHTML = hosts.map((host) => `<a href="https://${host}/about">x</a>`).join('');
  document.body.addEventListener('click', (event) => event.preventDefault());
  for (const link of document.querySelectorAll('a')) link.click();
  await soon();
  expect(collector.named('outbound_click').map(({ properties }) => properties?.url)).toEqual([
    'https://workshop.co.uk/about',
  ]);
});

it('keeps a choice in a cookie that pages of the site over http see too, and the visitor in one that they do not', async () => {
  const write = vi.spyOn(Document.prototype, 'cookie', 'set');
  const { init, cookies, consent, consentDefault, optOut, track } = await openPage();
  // The jar may know a visit of a test before, which goes on.
  vi.setSystemTime(Date.now() + 3_600_000);
  const features = [cookies, consentDefault];
  init({ apiKey: 'proj_test', endpoint: 'https://collector.test', autoTrack: false, features });
  track('seen');
  await vi.advanceTimersByTimeAsync(400);
  consent({ ad_storage: 'denied' }, { remember: true });
  optOut();
  const kept = write.mock.calls.map(([text]) => text).filter((text) => !text.includes('max-age=0'));
  const isSecure = Object.fromEntries(kept.map((text) => [text.split('=')[0], text.includes(';secure')]));
  expect(isSecure).toEqual({ cvq: true, cvq_s: true, cvq_consent: false, no_cvq: false });
});
