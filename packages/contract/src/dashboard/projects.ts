import { z } from 'zod';
import { RangeQuery } from '../read/common.ts';
import { ComparisonQuery } from '../read/comparison.ts';
import { Project } from '../read/projects.ts';

const { range, start_date, end_date } = RangeQuery.shape;

export const ListProjectFiguresQuery = z.strictObject({
  ...{ range, start_date, end_date },
  ...ComparisonQuery.shape,
});

const ProjectMeasures = z.object({
  visitors: z.int(),
  conversions: z.int(),
  revenue: z.number().describe('In the currency of the project.'),
});

/** A project with what happened there, in its own days. */
export const ProjectFigures = z.object({
  ...Project.pick({
    id: true,
    name: true,
    domain: true,
    timezone: true,
    currency: true,
    tracking_health: true,
  }).shape,
  now: ProjectMeasures,
  before: ProjectMeasures.nullable().describe('Null where nothing is compared.'),
  trend: z.array(z.int()).describe('Visitors by day.'),
  partial: z.boolean().describe('Whether the last day is not over.'),
});
export type ProjectFigures = z.infer<typeof ProjectFigures>;

/** Answer to `GET /dashboard-api/v1/projects/figures`. */
export const ListProjectFiguresResponse = z.object({
  data: z.array(ProjectFigures),
  meta: z.object({ generated_at: z.iso.datetime() }),
});
export type ListProjectFiguresResponse = z.infer<typeof ListProjectFiguresResponse>;
