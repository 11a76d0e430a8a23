import { expect, it } from 'vitest';

it('the module can be imported and called where there is no window', async () => {
  const {
    default: Service,
    init,
    page,
    track,
    trackPurchase,
    getSessionId,
  } = await import('../src/index.ts');
  init({ apiKey: 'proj_test', endpoint: 'https://collector.test' });
  page();
  track('rendered');
  trackPurchase({ orderId: 'o1' });
  expect(getSessionId()).toBe('');
  expect(Service.track).toBe(track);
});
