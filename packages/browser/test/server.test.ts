import { expect, it, vi } from 'vitest';

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

it('the module says nothing where there is no window, in debug mode neither', async () => {
  const methods = ['log', 'warn', 'error'] as const;
  const spoken = methods.map((method) => vi.spyOn(console, method).mockImplementation(() => {}));
  const { default: Service, identify, reset, setEnhancedUserData } = await import('../src/index.ts');
  Service.init({ apiKey: 'proj_test', endpoint: 'https://collector.test', debug: true });
  Service.init({ apiKey: 'proj_test', debug: true } as Parameters<typeof Service.init>[0]);
  for (let i = 0; i < 20; i++) Service.track('rendered', { i });
  identify('u1', { email: 'a@shop.example' });
  setEnhancedUserData({ email: 'a@shop.example' });
  reset();
  expect(spoken.flatMap(({ mock }) => mock.calls)).toEqual([]);
});
