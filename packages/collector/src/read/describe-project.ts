import type { Project } from '@cvq/contract';
import { DAY_MS } from '@cvq/contract/constants';
import type { Activity, ProjectRecord, ReportQuestions } from '@cvq/storage';
import { isoOrNull } from '../iso-or-null.ts';
import { localTimes } from './local-times.ts';

/** A project as it is told of, and whether its events arrive. */
export async function describeProject(
  { id, name, domain, timezone, currency, persons }: ProjectRecord,
  reports: ReportQuestions,
  checkedAt: number,
): Promise<Project> {
  const activity = await reports.activity(id, checkedAt - DAY_MS, checkedAt);
  const { lastEventAt, eventsSince } = activity;
  const there = localTimes(timezone);
  return {
    id,
    name,
    domain,
    timezone,
    currency,
    today: there.day(checkedAt).toString(),
    local_time: there.text(checkedAt),
    persons,
    tracking_health: {
      status: healthOf(activity),
      last_event_at: isoOrNull(lastEventAt),
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
