// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { collector } from './fresh-visit.ts';
import { openPage } from './open-page.ts';

const config = { apiKey: 'proj_test', endpoint: 'https://collector.test' };
const soon = () => vi.advanceTimersByTimeAsync(300);

const placed: [object, string][] = [];

afterEach(() => {
  for (const [holder, name] of placed.splice(0)) Reflect.deleteProperty(holder, name);
});

/** A window finds elements behind all that it has itself; jsdom's, as vitest has it, finds none. */
function nameInWindow(name: string, element: object = document.createElement('nav')): void {
  const holder = Object.getPrototypeOf(window);
  Object.defineProperty(holder, name, { configurable: true, writable: true, value: element });
  placed.push([holder, name]);
}

describe('an element that the window finds by its name', () => {
  const views = () => collector.named('pageview').map(({ context }) => context?.page_url);

  it('is no Navigation API: views of a single-page application are counted in a browser without it', async () => {
    nameInWindow('navigation');
    const { init } = await openPage('/');
    init(config);
    await soon();
    history.pushState(null, '', '/cart');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(views()).toEqual(['http://localhost:3000/', 'http://localhost:3000/cart']);
  });

  it('is no Navigation API either where a page keeps it in a variable of that name', async () => {
    Object.defineProperty(window, 'navigation', {
      configurable: true,
      value: document.createElement('nav'),
    });
    placed.push([window, 'navigation']);
    const { init } = await openPage('/');
    init(config);
    await soon();
    history.pushState(null, '', '/cart');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(views()).toEqual(['http://localhost:3000/', 'http://localhost:3000/cart']);
  });
});
