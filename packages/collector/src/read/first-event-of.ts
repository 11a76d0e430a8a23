import type { ProjectRecord, ReportQuestions } from '@cvq/storage';
import { askStore } from './ask-store.ts';

type Asked = { readonly project: Pick<ProjectRecord, 'id'>; readonly at: number };

/** When the first event of a project happened, of those that have happened by `at`; null where there is none. */
export async function firstEventOf(
  { project, at }: Asked,
  { reports }: { readonly reports: Pick<ReportQuestions, 'activity'> },
): Promise<number | null> {
  const { firstEventAt } = await askStore(reports.activity(project.id, at, at));
  return firstEventAt;
}
