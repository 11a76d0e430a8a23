import { z } from 'zod';
import { ComparisonQuery } from './comparison.ts';
import { Measures } from './measures.ts';
import { Project } from './projects.ts';
import { RangeQuery } from './range-query.ts';

const { range, start_date, end_date } = RangeQuery.shape;

export const ListProjectFiguresQuery = z.strictObject({
  ...{ range, start_date, end_date },
  ...ComparisonQuery.shape,
});

const ProjectMeasures = Measures.pick({ visitors: true, conversions: true, revenue: true });

/** A project with what happened there, in its own days and its own currency. */
export const ProjectFigures = z
  .object({
    ...Project.pick({
      id: true,
      name: true,
      domain: true,
      timezone: true,
      currency: true,
      tracking_health: true,
    }).shape,
    now: ProjectMeasures.describe('Of the period.'),
    before: ProjectMeasures.nullable().describe('Of the earlier period; null where none is asked for.'),
    trend: z.array(z.int()).describe('Visitors by day; of range=24h by hour.'),
    partial: z.boolean().describe('True where the last day is not over.'),
  })
  .describe('A project with its figures.');
export type ProjectFigures = z.infer<typeof ProjectFigures>;

/** Answer to `GET /v1/project-figures`: in the order of `list_projects`. */
export const ListProjectFiguresResponse = z.object({
  data: z.array(ProjectFigures),
  meta: z.object({ generated_at: z.iso.datetime(), total_rows: z.int() }),
});
export type ListProjectFiguresResponse = z.infer<typeof ListProjectFiguresResponse>;
