import type {
  AdPlatform,
  BreakdownResponse,
  OverviewResponse,
  ReportResponse,
  SpendResponse,
  TimeseriesResponse,
} from '@cvq/contract';
import type { CalendarDays, IntegrationProblem, SpendRow, SpendSource } from '@cvq/storage';
import { expect } from 'vitest';
import { START, startTestCollector, type TestCollector } from '../../collector.ts';
import { anIntegration } from '../an-integration.ts';

const DAY = 86_400_000;

/** A row of spend: `date campaign id name amount currency impressions clicks`, with defaults for what does not matter. */
export function spent(
  date: string,
  given: Partial<Omit<SpendRow, 'micros'>> & { amount?: number } = {},
): SpendRow {
  const { amount = 10, ...row } = given;
  return {
    ...{ date, campaignId: '101', campaign: 'Autumn Sale', currency: 'EUR', impressions: 1000, clicks: 20 },
    ...row,
    micros: BigInt(Math.round(amount * 1e6)),
  };
}

type Account = Partial<Pick<SpendSource, 'project' | 'account' | 'timeZone'>> & {
  readonly days: CalendarDays;
  readonly rows?: readonly SpendRow[];
  readonly now?: number;
};
type Visit = {
  readonly query?: string;
  readonly day?: string;
  /** Of UTC. */
  readonly hour?: number;
  readonly sales?: readonly number[];
  readonly project?: string;
};

type Told = Extract<SpendResponse['data'], { available: true }>;
type Answers = {
  readonly overview: OverviewResponse;
  readonly timeseries: TimeseriesResponse;
  readonly breakdown: BreakdownResponse;
  readonly report: ReportResponse;
  /** As far as it is told. */
  readonly spend: Omit<SpendResponse, 'data'> & {
    readonly data: Omit<Told, 'available'> & { available: boolean };
  };
};

type ShopOptions = NonNullable<Parameters<typeof startTestCollector>[0]>;

/** A collector for shops with spend: no reading of its own, since integrations of tests have no credentials. */
export const startSpendCollector = ({ settings, ...options }: ShopOptions = {}) =>
  startTestCollector({
    ...{ hosts: ['shop.example'], ...options },
    settings: { CVQ_SPEND_SYNC_HOURS: '0', ...settings },
  });

/**
 * A project with spend and visits, the clock at noon of 2026-11-21 in its zone: one more of a collector that is given, or that of a
 * collector of its own.
 */
export async function openSpendShop(options: ShopOptions = {}, given?: TestCollector) {
  const { settings: _, log: __, opensDemo: ___, ...fields } = options;
  const collector = given
    ? { ...given, ...(await given.addProject({ hosts: ['shop.example'], ...fields })) }
    : await startSpendCollector(options);
  const projects = given ? [collector.project] : 'all';
  const scopes = ['projects:read', 'analytics:read', 'spend:read'] as const;
  const full = (await collector.addKey({ scopes, projects })).token;
  const narrow = (await collector.addKey({ projects })).token;
  const { control, client } = collector;
  let visitors = 0;

  return {
    collector,
    full,
    narrow,
    /** What an account of a platform says of some days, as its integration has read it. */
    async account(platform: AdPlatform, { days, rows = [], now = collector.clock.now, ...more }: Account) {
      const project = more.project ?? collector.project;
      const integration = `int_${platform}_${project}`;
      await control.createIntegration(anIntegration({ id: integration, project, platform, account: '777' }));
      const source = {
        ...{ project, platform, integration, account: '777', timeZone: 'UTC' },
        ...more,
      };
      await control.replaceSpend(source, { days, now }, rows);
      return source;
    },
    async file(lines: readonly (SpendRow & { platform: string })[], project = collector.project) {
      const numbered = lines.map((line, index) => ({ ...line, line: index + 2 }));
      await control.importSpend(project, { now: collector.clock.now, repeated: () => {} }, numbered);
    },
    breaks: (source: SpendSource, problem: Partial<IntegrationProblem> = {}) =>
      control.noteSpendProblem(source, {
        ...{ code: 'UNAUTHENTICATED', message: 'The token was revoked.', at: START },
        ...problem,
      }),
    /** One visit on a day, with sales in EUR after its page view. */
    async visit({
      query = '',
      day = '2026-11-20',
      hour = 9,
      sales = [],
      project = collector.project,
    }: Visit = {}) {
      visitors += 1;
      const at = Date.parse(day) + hour * 3_600_000;
      const steps = [
        { event_type: 'pageview', properties: {} },
        ...sales.map((value) => ({ event_type: 'purchase', properties: { value, currency: 'EUR' } })),
      ];
      const events = steps.map((step, index) => ({
        ...step,
        id: `evt_${at + index * 60_000}_v${visitors}x${index}`,
        timestamp: new Date(at + index * 60_000).toISOString(),
        context: { page_url: `https://shop.example/${index === 0 ? query : ''}`, referrer: '' },
      }));
      const json = { key: project, visitor_id: `v${visitors}`, session_id: `s${visitors}`, events };
      expect((await client.send({ method: 'POST', path: '/v1/events', json })).status).toBe(202);
    },
    async ask<Operation extends keyof Answers>(
      operation: Operation,
      query: Record<string, string> | [string, string][] = {},
      bearer = full,
    ): Promise<Answers[Operation]> {
      const path = `/v1/analytics/${operation}?${new URLSearchParams(query)}`;
      const { status, body } = await client.send({ path, bearer });
      expect([status, body]).toEqual([200, body]);
      return body as Answers[Operation];
    },
  };
}

/** The last days of a test's calendar, today (2026-11-21) included. */
export const lastDays = (count: number): CalendarDays => ({
  first: new Date(START - (count - 1) * DAY).toISOString().slice(0, 10),
  last: '2026-11-21',
});
