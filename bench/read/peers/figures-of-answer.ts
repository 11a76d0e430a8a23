import type {
  BreakdownResponse,
  FunnelResponse,
  Measures,
  OverviewResponse,
  TimeseriesResponse,
} from '@cvq/contract';
import type { Question } from '../questions/question.ts';
import { isAcquisition, isOfEvents } from './columns.ts';
import type { Figures } from './figures.ts';

/** What the read API answered: the measures that other engines have too. */
export function figuresOfAnswer(question: Question, body: unknown): Figures {
  switch (question.about) {
    case 'overview':
      return new Map([['all', measuresOf((body as OverviewResponse).data)]]);
    case 'timeseries': {
      const { points } = (body as TimeseriesResponse).data;
      return new Map(points.map((point, index) => [`bucket ${index}`, measuresOf(point)]));
    }
    case 'breakdown': {
      const { rows } = (body as BreakdownResponse).data;
      return new Map(rows.map((row) => [row.value, ofRow(question.dimension, row)]));
    }
    case 'funnel': {
      const { steps } = (body as FunnelResponse).data;
      return new Map(steps.map(({ step, count }) => [`step ${step}`, { count }]));
    }
    default:
      return new Map();
  }
}

function measuresOf(measures: Measures): Record<string, number> {
  const { visitors, sessions, pageviews, events, conversions, converted_sessions, revenue } = measures;
  const bounces = Math.round((measures.bounce_rate ?? 0) * 1000);
  return { visitors, sessions, pageviews, events, conversions, converted_sessions, bounces, revenue };
}

/** Engines credit conversions to no touch, so that they are told of acquisition by no one here. */
function ofRow(dimension: string, row: BreakdownResponse['data']['rows'][number]): Record<string, number> {
  const { visitors, sessions, pageviews, events, conversions, revenue } = row;
  const counts = { visitors, sessions, pageviews, events };
  if (isAcquisition(dimension)) return counts;
  if (isOfEvents(dimension)) return { ...counts, conversions, revenue };
  return { ...counts, conversions, revenue, bounces: Math.round((row.bounce_rate ?? 0) * 1000) };
}
