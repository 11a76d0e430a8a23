import type { ProjectRecord, ReportQuestions } from '@cvq/storage';
import { nameStoreFaults } from './name-store-faults.ts';

type Asked = { readonly project: Pick<ProjectRecord, 'id'>; readonly at: number };
type Stores = { readonly reports: Pick<ReportQuestions, 'firstEvent'> };

/** What was asked by each request, which has questions of its own: several parts of an answer tell of it. */
const askedBy = new WeakMap<Stores['reports'], Promise<number | null>>();

/**
 * When the first event of a project happened, of those that have happened by `at`; null where there is none. A request,
 * which is about one project at one moment, asks once.
 * @throws ApiError
 */
export function firstEventOf({ project, at }: Asked, { reports }: Stores): Promise<number | null> {
  const known = askedBy.get(reports);
  if (known !== undefined) return known;
  const asked = nameStoreFaults(reports.firstEvent(project.id, at));
  askedBy.set(reports, asked);
  return asked;
}
