import type { Page, Site } from '../../sdk/site.ts';
import { expect, test } from '../../sdk/test.ts';
import type { Tracker } from '../../sdk/tracker.ts';

function pagesWithRoutes(tracker: Tracker) {
  return ({ pathname }: URL, { endpoint }: Site): Page | undefined => {
    if (pathname.startsWith('/in/')) return undefined;
    const head = tracker.head(endpoint).replace('<script', '<script data-service-hash-routes');
    return { html: `<!doctype html><title>App</title>${head}<a href="#/list">List</a>` };
  };
}

test('routes behind # are counted once each, by links, by the back button and by scripts', async ({
  visitor,
  openSite,
  storedFor,
}) => {
  const site = await openSite(pagesWithRoutes);
  const views = async () =>
    (await storedFor(site)).map(({ context }) => `${context.page_url}`.slice(site.address.length));
  await visitor.open(`${site.address}/?lang=de`);
  await expect.poll(views).toEqual(['/?lang=de']);
  await visitor.run(`history.replaceState(null, '', '#/'); document.title = 'Start';`);
  await visitor.run(`document.querySelector('a').click();`);
  await expect.poll(views).toEqual(['/?lang=de', '/#/list?lang=de']);
  await visitor.run(`history.replaceState(null, '', '#/list?sort=price');`);
  await visitor.run(`location.hash = '#/cart';`);
  await expect.poll(async () => (await views()).slice(2)).toEqual(['/#/cart?lang=de']);
  await visitor.run('history.back();');
  await expect.poll(async () => (await views()).slice(3)).toEqual(['/#/list?lang=de&sort=price']);
});
