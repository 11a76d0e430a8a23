import { Agent } from 'node:http';
import { rotating } from '../measure/rotating.ts';
import { ANALYSTS_QUESTIONS } from '../questions/analysts-questions.ts';
import { pathOf } from '../questions/path-of.ts';
import { answerTime } from './answer-time.ts';

type Team = {
  readonly count: number;
  /** Of the collector. */
  readonly port: number;
  readonly project: string;
  /** Midnight after the last day that they ask about. */
  readonly end: number;
  /** Divided among them: each has quotas of its own. */
  readonly keys: readonly string[];
};

/**
 * So many analysts ask the twelve kinds of question without pause, each from another one on, until it is over. Resolves
 * to what the questions took, in milliseconds.
 */
export async function analysts(team: Team, isOver: () => boolean): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const asking = Array.from({ length: team.count }, (_, index) => analyst({ ...team, agent, index }, isOver));
  const times = await Promise.all(asking);
  agent.destroy();
  return times.flat();
}

/** Is over after so many milliseconds. */
export function after(ms: number): () => boolean {
  const until = performance.now() + ms;
  return () => performance.now() >= until;
}

async function analyst(
  { port, project, end, keys, count, agent, index }: Team & { readonly agent: Agent; readonly index: number },
  isOver: () => boolean,
): Promise<number[]> {
  const nextKey = rotating(keys.filter((_, place) => place % count === index % keys.length));
  const times: number[] = [];
  for (let asked = index; !isOver(); asked += 1) {
    const question = ANALYSTS_QUESTIONS[
      asked % ANALYSTS_QUESTIONS.length
    ] as (typeof ANALYSTS_QUESTIONS)[number];
    const path = pathOf(question, project, { end });
    times.push(await answerTime(path, { port, agent, key: nextKey() }));
  }
  return times;
}
