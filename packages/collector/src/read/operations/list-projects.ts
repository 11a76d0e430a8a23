import { ListProjectsQuery, type ListProjectsResponse, type Project } from '@cvq/contract';
import type { Activity, ProjectRecord } from '@cvq/storage';
import { askStore } from '../ask-store.ts';
import { defineCredentialOperation } from '../operation.ts';

const DAY_MS = 86_400_000;

export const listProjects = defineCredentialOperation({
  name: 'list_projects',
  method: 'GET',
  path: '/v1/projects',
  description: 'Every project that the credential can reach, with tracking health, currency and timezone.',
  scopes: ['projects:read'],
  writes: false,
  about: 'credential',
  query: ListProjectsQuery,
  async run({ reach }, { events, now }): Promise<ListProjectsResponse> {
    const checkedAt = now();
    const data = await Promise.all(
      reach.map(async (project) => {
        const activity = await askStore(events.activity(project.id, checkedAt - DAY_MS));
        return describe(project, activity, checkedAt);
      }),
    );
    return { data, meta: { total_rows: data.length } };
  },
});

function describe(project: ProjectRecord, activity: Activity, checkedAt: number): Project {
  const { id, name, domain, timezone, currency } = project;
  const { lastEventAt, eventsSince } = activity;
  return {
    id,
    name,
    domain,
    timezone,
    currency,
    tracking_health: {
      status: healthOf(activity),
      last_event_at: lastEventAt === null ? null : new Date(lastEventAt).toISOString(),
      events_last_24h: eventsSince,
      checked_at: new Date(checkedAt).toISOString(),
    },
  };
}

/** A site that sent events once and none for a day has probably lost its script tag. */
function healthOf({ lastEventAt, eventsSince }: Activity): Project['tracking_health']['status'] {
  if (lastEventAt === null) return 'no_data';
  return eventsSince > 0 ? 'healthy' : 'degraded';
}
