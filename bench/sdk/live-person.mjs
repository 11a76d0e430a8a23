import { setTimeout as pause } from 'node:timers/promises';
import { mark } from '../../e2e/sdk/marks.ts';
import { seededRandom } from '../../test/builders/seeded-random.ts';

export const VISITS_EACH = 10;

const MAX_PAGES = 3;
const MAX_EVENTS = 4;
const MAX_LOOK_MS = 600;
const OFFLINE_SHARE = 0.1;
const SECOND_TAB_SHARE = 0.1;
/** The last visit ends when everything has arrived, or after so long: then it never will. */
const LAST_VISIT_LIMIT_MS = 40_000;

/** All visits of one person: what they tracked, and how much of it waited on the device before the last visit. */
export async function livePerson({ browser, site, network, tracker, person, seed }) {
  const random = seededRandom(Number(`${seed}${person + 1_000}`)).next;
  const context = await browser.newContext();
  const tracked = [];
  const next = () => {
    const name = mark(`s${person}x`, tracked.length);
    tracked.push(name);
    return name;
  };
  const track = (name) => tracker.track(JSON.stringify(name));
  const tab = { context, address: `${site.address}/p${person}`, random, next, track };
  try {
    for (let visit = 0; visit < VISITS_EACH; visit++) await comeAndGo(tab);
    const waiting = tracked.filter((name) => !site.arrivals.has(name)).length;
    network.repairFor(person);
    const page = await context.newPage();
    await page.goto(`${tab.address}/last`);
    await site.until(() => tracked.every((name) => site.arrivals.has(name)), LAST_VISIT_LIMIT_MS);
    return { tracked, waiting };
  } finally {
    await context.close();
  }
}

async function comeAndGo(tab) {
  const { context, random } = tab;
  const isTwo = random() < SECOND_TAB_SHARE;
  // Two tabs share their network, and the page of one may still load when the other goes offline.
  const isOffline = random() < OFFLINE_SHARE && !isTwo;
  await Promise.all(isTwo ? [look(tab, isOffline), look(tab, isOffline)] : [look(tab, isOffline)]);
  await context.setOffline(false);
}

/** One tab: some pages, some events on each, and gone. */
async function look({ context, address, random, next, track }, isOffline) {
  const upTo = (most) => Math.floor(random() * most);
  const page = await context.newPage();
  const pages = 1 + upTo(MAX_PAGES);
  await page.goto(`${address}/0`, { waitUntil: 'domcontentloaded' });
  if (isOffline) await context.setOffline(true);
  for (let number = 1; number <= pages; number++) {
    for (let events = 1 + upTo(MAX_EVENTS); events > 0; events--) {
      await page.evaluate(`void (() => { ${track(next())} })()`);
      await pause(upTo(MAX_LOOK_MS));
    }
    if (number === pages) break;
    if (isOffline) await context.setOffline(false);
    const arrival = page.waitForURL(`${address}/${number}`, { waitUntil: 'domcontentloaded' });
    const leave = `location.href = '${address}/${number}';`;
    await page.evaluate(`void (() => { ${track(next())} ${leave} })()`);
    await arrival;
    if (isOffline) await context.setOffline(true);
  }
  await page.close();
}
