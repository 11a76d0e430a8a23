import { GetLiveQuery, LiveResponse } from '@cvq/contract';
import { MINUTE_MS } from '@cvq/contract/constants';
import { askStore } from '../ask-store.ts';
import { eventJson } from '../event-json.ts';
import { livePeriod } from '../live-period.ts';
import { defineProjectOperation } from '../operation.ts';

const MINUTES = 30;
const PAGES = 10;
const DEFAULT_LIMIT = 20;

export const getLive = defineProjectOperation({
  name: 'get_live',
  tag: 'Analytics',
  method: 'GET',
  path: '/v1/analytics/live',
  summary: 'Who is there now',
  description:
    'The visitors of the last five minutes and their pages, the last 30 minutes one by one, and the latest events.',
  scopes: ['analytics:read', 'conversions:read'],
  plan: 'starter',
  writes: false,
  about: 'project',
  query: GetLiveQuery,
  response: LiveResponse,
  example: 'limit=5',
  async run({ project, args: { limit = DEFAULT_LIMIT } }, { reports, now }) {
    const at = now();
    const question = { project: project.id, bots: 'excluded', persons: project.persons } as const;
    const edges = minuteEdges(at);
    const recent = { from: edges[0] as number, to: at + 1 };
    const [totals, series, pages, events] = await askStore(
      Promise.all([
        reports.totals(question, livePeriod(at)),
        reports.series(question, edges),
        // More than are told: pages that only other events name are left out.
        reports.breakdown(question, livePeriod(at), 'page'),
        limit === 0 ? [] : reports.events(question, recent, { limit }),
      ]),
    );
    return {
      data: {
        visitors: totals.visitors,
        minutes: series.map(({ visitors, pageviews }, index) => ({
          start: new Date(edges[index] as number).toISOString(),
          visitors,
          pageviews,
        })),
        pages: pages.rows
          .filter(({ pageviews }) => pageviews > 0)
          .slice(0, PAGES)
          .map(({ value, visitors }) => ({ page: value, visitors })),
        events: events.map(eventJson),
      },
      meta: {
        project: project.id,
        timezone: project.timezone,
        generated_at: new Date(at).toISOString(),
      },
    };
  },
});

/** The beginnings of the last minutes, with the end of the one that is not over. */
function minuteEdges(at: number): number[] {
  const end = at - (at % MINUTE_MS) + MINUTE_MS;
  return Array.from({ length: MINUTES + 1 }, (_, index) => end - (MINUTES - index) * MINUTE_MS);
}
