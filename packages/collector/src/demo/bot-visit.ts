import { BOT_PAGES, DEMO_BOTS } from './demo-bots.ts';
import { demoEvent, SHOP } from './demo-event.ts';
import { demoRequest } from './demo-request.ts';
import type { DemoVisit } from './make-visit.ts';
import type { Random } from './random.ts';

/** A page that a bot has read, with a browser of its own that runs scripts. */
export function makeBotVisit(
  random: Random,
  { project, at }: { readonly project: string; readonly at: number },
): DemoVisit {
  const { userAgent } = random.pick(DEMO_BOTS);
  const { page } = random.pick(BOT_PAGES);
  const context = { page_url: `${SHOP}${page}`, referrer: '' };
  const { json } = demoEvent(random, at, { event_type: 'pageview', context });
  const ids = { visitor_id: random.id(at), session_id: random.id(at) };
  const batch = { key: project, sent_at: json.timestamp, ...ids, events: [json] };
  const request = demoRequest({ batch, receivedAt: at, address: null, userAgent, language: null });
  return { request, size: 1, conversion: null };
}
