import { firstOfAlike } from '../../first-of-alike.ts';
import type { Page, Site } from '../../sdk/site.ts';
import { expect, test } from '../../sdk/test.ts';
import type { Tracker } from '../../sdk/tracker.ts';
import type { StoredEvent } from '../../stored-event.ts';

const QUIET_MS = 500;

const PLAIN = 'data-service-event="submit" data-service-event-name="lead" data-service-form-name="contact"';
const WITH_SUCCESS = `${PLAIN} data-service-success=".thank-you"`;

/** A contact form that the browser sends, and the page that thanks for it, with the form once more. */
function contactPages(attributes: string) {
  return (tracker: Tracker) =>
    ({ pathname }: URL, { endpoint }: Site): Page | undefined => {
      if (pathname.startsWith('/in/')) return undefined;
      const thanks = pathname === '/sent' ? '<p class="thank-you">Thank you</p>' : '';
      return {
        html: `<!doctype html><title>${thanks ? 'Sent' : 'Contact'}</title>${tracker.head(endpoint)}${thanks}
          <form method="post" action="/sent" ${attributes}>
            <input name="email" type="email" required> <textarea name="message"></textarea> <button>Send</button>
          </form>`,
      };
    };
}

const FILL_AND_SEND = `
  document.querySelector('[name=email]').value = 'visitor@example.com';
  document.querySelector('[name=message]').value = 'My secret wish';
  document.querySelector('button').click();`;

for (const [index, [what, attributes]] of Object.entries({
  'that counts when it is sent': PLAIN,
  'that counts by its success': WITH_SUCCESS,
}).entries()) {
  test(
    `a form ${what}, sent by the browser to another page, is one lead of the page it was on`,
    firstOfAlike(index),
    async ({ visitor, openSite, storedFor }) => {
      const site = await openSite(contactPages(attributes));
      await visitor.open(`${site.address}/contact`);
      await visitor.run(`document.querySelector('button').click();`);
      await visitor.runAndGo(FILL_AND_SEND);
      await site.untilVisited('/sent');

      const walk = ['lead /contact Contact', 'pageview /contact Contact', 'pageview /sent Sent'];
      await expect.poll(async () => told(await storedFor(site))).toEqual(walk);
      await site.untilQuiet(QUIET_MS);
      const events = await storedFor(site);
      expect(told(events)).toEqual(walk);
      expect(new Set(events.map(({ visitor_id, session_id }) => `${visitor_id} ${session_id}`)).size).toBe(1);
      expect(events.find(isLead)?.properties).toMatchObject({ form_name: 'contact' });
      expect(events.find(({ context }) => context.title === 'Sent')?.context.referrer).toBe(
        `${site.address}/contact`,
      );
      expect(JSON.stringify(events), 'nothing that was typed').not.toMatch(/visitor@|secret wish/);
    },
  );
}

test('a form that a script sends counts nothing while the page rejects it, and once when it thanks', async ({
  visitor,
  openSite,
  storedFor,
}) => {
  const site = await openSite(contactPages(WITH_SUCCESS));
  await visitor.open(`${site.address}/contact`);
  await visitor.run(`
    const form = document.querySelector('form');
    form.addEventListener('submit', (event) => event.preventDefault());
    ${FILL_AND_SEND}
    form.insertAdjacentHTML('afterend', '<p class="error">Try again</p>');`);
  await site.untilQuiet(QUIET_MS);
  expect((await storedFor(site)).filter(isLead)).toEqual([]);

  await visitor.run(`${FILL_AND_SEND}
    document.querySelector('form').insertAdjacentHTML('afterend', '<p class="thank-you">Thank you</p>');`);
  await expect.poll(async () => (await storedFor(site)).filter(isLead)).toHaveLength(1);
  await visitor.run(`document.querySelector('.thank-you').remove();
    document.querySelector('form').insertAdjacentHTML('afterend', '<p class="thank-you">Thank you</p>');`);
  await site.untilQuiet(QUIET_MS);
  expect((await storedFor(site)).filter(isLead)).toHaveLength(1);
});

function isLead({ event_type }: StoredEvent): boolean {
  return event_type === 'lead';
}

/** What was counted, on which page: its path and its title. */
function told(events: StoredEvent[]): string[] {
  return events
    .map(
      ({ event_type, context }) =>
        `${event_type} ${new URL(`${context.page_url}`).pathname} ${context.title}`,
    )
    .sort();
}
