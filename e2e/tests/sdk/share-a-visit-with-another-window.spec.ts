import type { Page, Site } from '../../sdk/site.ts';
import { expect, test } from '../../sdk/test.ts';
import type { Tracker } from '../../sdk/tracker.ts';

/** Each page of the site can show another one in a frame, which is a window of its own with the same cookies. */
function pagesWithFrames(tracker: Tracker) {
  return ({ pathname }: URL, { endpoint }: Site): Page | undefined =>
    pathname.startsWith('/in/')
      ? undefined
      : {
          html: `<!doctype html><title>${pathname}</title>${tracker.head(endpoint)}
            <script>
              window.show = (path, method, ...args) => {
                const frame = document.createElement('iframe');
                frame.src = path;
                frame.onload = () => frame.contentWindow.cvq.push([method, ...args], ['track', method + '_done']);
                document.body.append(frame);
              };
            </script>`,
        };
}

test('a frame of the first page is the same visit as the page', async ({ visitor, openSite, storedFor }) => {
  const site = await openSite(
    (tracker) =>
      ({ pathname }, { endpoint }) =>
        pathname.startsWith('/in/')
          ? undefined
          : {
              html: `<!doctype html><title>${pathname}</title>${tracker.head(endpoint)}
            ${pathname === '/booking' ? '' : '<iframe src="/booking"></iframe>'}`,
            },
  );
  await visitor.open(`${site.address}/?gclid=of-the-page`);
  await expect.poll(async () => (await storedFor(site)).length).toBe(2);
  await visitor.open(`${site.address}/next`);
  await expect.poll(async () => (await storedFor(site)).length).toBe(4);
  const visits = (await storedFor(site)).map(({ visitor_id, session_id }) => `${visitor_id} ${session_id}`);
  expect(new Set(visits).size).toBe(1);
});

test('who signs in or out in another window is known to the page that was active before, and stays so', async ({
  visitor,
  openSite,
  storedFor,
}) => {
  const site = await openSite(pagesWithFrames);
  const userOf = async (type: string) => {
    await expect
      .poll(async () => (await storedFor(site)).map(({ event_type }) => event_type))
      .toContain(type);
    return (await storedFor(site)).find(({ event_type }) => event_type === type)?.user_id;
  };
  await visitor.open(`${site.address}/shop`);
  await visitor.run(`cvq.push(['track', 'browsed']);`);
  expect(await userOf('browsed')).toBeNull();
  await visitor.run(`show('/sign-in', 'identify', 'alice');`);
  expect(await userOf('identify_done')).toBe('alice');
  await visitor.run(`cvq.push(['track', 'bought']);`);
  expect(await userOf('bought')).toBe('alice');

  await visitor.run(`show('/sign-out', 'reset');`);
  expect(await userOf('reset_done')).toBeNull();
  await visitor.open(`${site.address}/next`);
  await visitor.run(`cvq.push(['track', 'looked']);`);
  expect(await userOf('looked')).toBeNull();
});
