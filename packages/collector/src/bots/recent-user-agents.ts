import { DAY_MS } from '@cvq/contract';
import type { ProjectRecord, ReportQuestions, UserAgentCount } from '@cvq/storage';

export type Traffic = {
  readonly reports: ReportQuestions;
  readonly project: Pick<ProjectRecord, 'id' | 'persons'>;
  readonly now: number;
};

/** How far back requests are looked at. */
export const PREVIEW_DAYS = 7;

/** The rare user agents beyond are too few events to change the picture. */
const USER_AGENTS = 10_000;

/** What clients of the last days called themselves: what rules are tried on. */
export function recentUserAgents({ reports, project, now }: Traffic): Promise<UserAgentCount[]> {
  const since = now - PREVIEW_DAYS * DAY_MS;
  return reports.userAgents({ project: project.id, persons: project.persons, since, limit: USER_AGENTS });
}
