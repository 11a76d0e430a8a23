import { ReportQuery, ReportResponse } from '@cvq/contract';
import { definePeriodOperation } from '../operation.ts';
import { answerReport } from '../report/answer-report.ts';

export const getReport = definePeriodOperation({
  name: 'get_report',
  tag: 'Analytics',
  method: 'GET',
  path: '/v1/analytics/report',
  summary: 'Totals, series and several breakdowns at once',
  description:
    'The measures of a period, over time and by several dimensions, now and before: everything of one moment, in one answer.',
  scopes: ['analytics:read'],
  plan: 'starter',
  writes: false,
  about: 'period',
  query: ReportQuery,
  response: ReportResponse,
  example: 'range=30d&compare=previous_period&breakdown=source:8&breakdown=page:8',
  run: answerReport,
});
