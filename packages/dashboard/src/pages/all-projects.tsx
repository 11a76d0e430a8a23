import type { ListProjectFiguresResponse, ProjectFigures } from '@cvq/contract';
import { url } from '../address/location.ts';
import { mayCreateProject } from '../ask/may-create-project.ts';
import { watched } from '../ask/watched.ts';
import { Spark } from '../chart/spark.tsx';
import { METRICS } from '../figures/metrics.ts';
import { PROJECT_HEALTH } from '../figures/project-health.ts';
import { Delta } from '../parts/delta.tsx';
import Notices from '../parts/notices.tsx';
import { Problem } from '../parts/problem.tsx';
import { SignOut } from '../parts/sign-out.tsx';
import { countsDiffer } from '../words/chance.ts';
import { count, money } from '../words/numbers.ts';
import { writing } from '../words/writing.ts';
import '../style/projects.css';

const QUESTION = '/project-figures?range=30d&compare=previous_period&compare_until=same_moment';

const figures = watched<ListProjectFiguresResponse>(() => (url.value.startsWith('/proj_') ? null : QUESTION));

/** The home of who looks after several projects: a line each. */
export default function AllProjects() {
  const { answer, problem, isStale, retry } = figures;
  const rows = answer.value?.data ?? [];
  const ill = rows.filter(({ tracking_health: { status } }) => status !== 'healthy').length;
  return (
    <div class="outside">
      <header>
        {mayCreateProject.value && (
          <a class="button" href="/new-project">
            New project
          </a>
        )}
        <a class="button" href="/settings">
          Settings
        </a>
        <SignOut />
      </header>
      <main id="main" class={`page ${isStale.value ? 'stale' : ''}`} aria-busy={isStale.value}>
        <Notices />
        {answer.value && (
          <h1 class="sentence" tabIndex={-1}>
            {count(rows.length, writing.value)} projects in the last 30 days.{' '}
            <span class="aside">{healthSentence(ill)}</span>
          </h1>
        )}
        {problem.value && <Problem of={problem.value} onRetry={retry} />}
        {rows.length > 0 && <Ledger rows={rows} />}
      </main>
    </div>
  );
}

function healthSentence(ill: number): string {
  if (ill === 0) return 'All of them hear from their sites.';
  return ill === 1 ? 'One has heard nothing for a day.' : `${ill} have heard nothing for a day.`;
}

function Ledger({ rows }: { readonly rows: readonly ProjectFigures[] }) {
  return (
    <table class="projects">
      <thead>
        <tr>
          <th scope="col">Project</th>
          <th scope="col">Health</th>
          <th scope="col" class="trend">
            <span class="sr">Trend</span>
          </th>
          <th scope="col" class="n">
            Visitors
          </th>
          <th scope="col" class="n change">
            Change
          </th>
          <th scope="col" class="n wide">
            Conversions
          </th>
          <th scope="col" class="n wide">
            Revenue
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Line key={row.id} {...row} />
        ))}
      </tbody>
    </table>
  );
}

function Line({ id, name, domain, currency, tracking_health, now, before, trend, partial }: ProjectFigures) {
  const { glyph, words, tone } = PROJECT_HEALTH[tracking_health.status];
  const moved = before !== null && countsDiffer(now.visitors, before.visitors);
  return (
    <tr>
      <th scope="row">
        <a href={`/${id}`}>{domain}</a>
        {name !== domain && <span class="muted small name">{name}</span>}
      </th>
      <td class={`health ${tone}`}>
        <span aria-hidden="true">{glyph}</span> <span class="small">{words}</span>
      </td>
      <td class="trend">
        <Spark values={trend} partial={partial} />
      </td>
      <td class="n main">{count(now.visitors, writing.value)}</td>
      <td class="n change">
        {before && (
          <Delta
            metric={METRICS.visitors}
            now={now.visitors}
            before={before.visitors}
            emphasis={moved ? 'coloured' : 'muted'}
          />
        )}
      </td>
      <td class="n wide">{count(now.conversions, writing.value)}</td>
      <td class="n wide">{money(now.revenue, { ...writing.value, currency })}</td>
    </tr>
  );
}
