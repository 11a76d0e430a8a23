import type { ListProjectsResponse, Project } from '@cvq/contract';
import { page, url } from '../address/location.ts';
import { watched } from '../ask/watched.ts';
import { Problem } from '../parts/problem.tsx';
import { SignOut } from '../parts/sign-out.tsx';
import { dayAndClock } from '../words/dates.ts';
import { count } from '../words/numbers.ts';
import { writing } from '../words/writing.ts';

void page;
const answer = watched<ListProjectsResponse>(() => (url.value.split('?')[0] === '/' ? '/projects' : null));

/** The home of who looks after several: a line each. */
export default function AllProjects() {
  const { answer: told, problem, isStale, retry } = answer;
  const rows = told.value?.data ?? [];
  return (
    <div class="body ledger">
      <SignOut />
      <main id="main" class="page" aria-busy={isStale.value}>
        <h1 class="sentence" tabIndex={-1}>
          {count(rows.length, writing.value)} projects.
        </h1>
        {problem.value && <Problem of={problem.value} onRetry={retry} />}
        {rows.map((row) => (
          <Line key={row.id} {...row} />
        ))}
      </main>
    </div>
  );
}

function Line({ id, domain, tracking_health: health }: Project) {
  return (
    <p>
      <a href={`/${id}`}>{domain}</a> {health.status}{' '}
      {health.last_event_at && dayAndClock(health.last_event_at, writing.value)}
    </p>
  );
}
