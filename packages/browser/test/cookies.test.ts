// @vitest-environment jsdom
// @vitest-environment-options {"url": "https://www.shop.co.uk/"}
import { expect, it, vi } from 'vitest';
import './fresh-visit.ts';
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
