import { SPEND_UNAVAILABLE_REASONS, SpendQuery, SpendResponse } from '@cvq/contract';
import { askStore } from '../ask-store.ts';
import { currencyWarnings, measuresOf } from '../measures.ts';
import { definePeriodOperation } from '../operation.ts';
import { partOf } from '../part-of.ts';
import { lastReadAt, spendAccounts } from '../spend/spend-accounts.ts';
import { spendAnswer, unmatchedOf } from '../spend/spend-answer.ts';
import { spendOfRange } from '../spend/spend-of-range.ts';

export const getSpend = definePeriodOperation({
  name: 'get_spend',
  tag: 'Analytics',
  method: 'GET',
  path: '/v1/analytics/spend',
  summary: 'What ads cost',
  description: 'Ad spend of a period, in all, by platform, campaign and day, beside what came of it.',
  scopes: ['spend:read'],
  plan: 'starter',
  writes: false,
  about: 'period',
  query: SpendQuery,
  response: SpendResponse,
  example: 'range=30d',
  tool: {
    description:
      'What ads cost by platform, campaign and day, beside conversions, revenue, cost_per_conversion and roas (revenue / ad_spend): for which campaigns earn money.',
    without: ['limit'],
    limited: 'data.by_campaign',
    more: 'Go on with offset for campaigns, and ask for fewer days for days.',
  },
  async run(asked, deps) {
    const { project, args, range, question, meta } = asked;
    const { notes, sources, found, notRead } = await spendOfRange({ ...asked, by: { campaign: true } }, deps);
    const accounts = spendAccounts(sources, range);
    const read = { accounts, last_synced_at: lastReadAt(sources) };
    const reason = notes.spend_unavailable_reason;
    const why = reason && { reason, message: notRead ?? SPEND_UNAVAILABLE_REASONS[reason] };
    if (found === null) {
      if (why === undefined) throw new Error('Spend that cannot be told has a reason.');
      return { data: { available: false as const, ...why, ...read }, meta };
    }
    const totals = await askStore(deps.reports.totals(question, range));
    const { currency } = project;
    const { by_campaign, ...told } = spendAnswer(found, measuresOf(totals, currency), currency);
    const { part, paging } = partOf(by_campaign, args);
    return {
      data: {
        available: true as const,
        ...why,
        currency,
        timezone_mismatch: accounts.some((account) => account.timezone_mismatch),
        ...told,
        by_campaign: part,
        unmatched: unmatchedOf(part),
        ...(notes.spend_warnings && { spend_warnings: notes.spend_warnings }),
        ...read,
      },
      meta: { ...meta, ...currencyWarnings(totals.values, currency), ...paging },
    };
  },
});
