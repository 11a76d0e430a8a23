import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

const Project = z.string().max(100).describe('A project id, if there are several.').optional();

const START = `Call list_projects first, for the date, the time zone and the currency of the project.`;
const RULES = `Use only figures that the tools answered; name the period, the time zone and the currency. Rates and changes are
fractions of 1: write them in percent. Where a figure is null or spend is not available, say why instead of guessing.`;

type Prompt = {
  readonly title: string;
  readonly description: string;
  readonly steps: string;
};

const PROMPTS: Readonly<Record<string, Prompt>> = {
  weekly_report: {
    title: 'Weekly report',
    description: 'How last week went, beside the week before, and what brought it.',
    steps: `Report on last week.
1. get_overview with range=last_week and compare=previous_period: visitors, sessions, conversions, revenue and their change.
2. get_breakdown with dimension=channel, range=last_week and compare=previous_period: which channels brought it, and which changed.
3. get_breakdown with dimension=campaign, sort=-revenue and range=last_week: the campaigns with the most revenue.
Write ten lines at most: the figures with their change first, then what explains them, then one thing to look at.`,
  },
  explain_drop: {
    title: 'Explain a drop',
    description: 'Why visitors, conversions or revenue fell in the last seven days.',
    steps: `Find out why figures fell in the last seven days.
1. get_timeseries with range=14d and granularity=day: which measure fell, and on which day. A day that is partial is not over.
2. get_overview with range=7d and compare=previous_period: whether fewer came (sessions) or fewer of them bought (conversion_rate).
   The week before is counted up to the same moment, comparison.until, so that a part of today is no drop.
3. get_breakdown with range=7d, compare=previous_period and the dimension that fits: channel for fewer sessions, device or
   entry_page for a lower conversion_rate (single events, such as page and event_type, have none). The row with the largest loss is where to look; other dimensions can narrow it down.
4. list_annotations: what people noted at that day, such as an outage.
Answer with the day, the measure, its change, and the row or the note that explains most of it. Say what the figures cannot show.`,
  },
  campaign_return: {
    title: 'Return of campaigns',
    description: 'Which campaigns of the last 30 days earned more than they cost.',
    steps: `Find out which campaigns earned money in the last 30 days.
1. get_spend with range=30d: by_campaign has ad_spend, conversions, revenue and roas (revenue / ad_spend) of each campaign.
   available: false means that nothing is known of spend: say so with its reason, and go on with revenue alone.
2. get_breakdown with dimension=campaign, range=30d and sort=-revenue: also campaigns without spend.
A roas above 1 brought more revenue than it cost, before the cost of goods. List campaigns by roas with ad_spend and revenue;
name those of unmatched apart, since their visits were not found, and say whether days are missing (incomplete).`,
  },
  check_tracking: {
    title: 'Check the tracking',
    description: 'Whether events, conversions and their deliveries arrive as they should.',
    steps: `Check whether tracking works.
1. list_projects: tracking_health of the project, and when its last event happened.
2. get_timeseries with range=7d and granularity=day: a day far below the others is a gap.
3. get_bots with range=7d: how many requests bots made.
4. list_refusals: what was refused of pages and backends, which no figure has, and why.
5. list_conversions with range=7d and delivery_status=failed: what ad platforms did not take; get_conversion has the reason.
Say first whether all is well, then what is not, with the tool's own reason, and what to do about it.`,
  },
};

/** Questions that people ask often, as steps that lead to the answer. */
export function addPrompts(server: McpServer): void {
  for (const [name, { title, description, steps }] of Object.entries(PROMPTS))
    server.registerPrompt(
      name,
      { title, description, argsSchema: z.object({ project: Project }) },
      ({ project }) => {
        const about = project === undefined ? '' : `\nThe project is ${JSON.stringify(project)}.`;
        const text = `${START}${about}\n${steps}\n${RULES}`;
        return { messages: [{ role: 'user', content: { type: 'text', text } }] };
      },
    );
}
