import { MINUTE_MS } from '@cvq/contract/constants';
import type { AnswerClass, PlatformAnswer, PlatformConnection } from '../adapter.ts';
import { platformAnswer } from '../exchange/platform-answer.ts';
import type { MicrosoftApi } from './ask.ts';
import { type Goals, problemOfGoal, queryGoals } from './goals.ts';

type Queried = Awaited<ReturnType<typeof queryGoals>>;
type Known = { readonly goals: Goals; readonly askedAt: number };

/** Goals change seldom. */
const KNOWN_FOR_MS = 10 * MINUTE_MS;
/** What is not among them is asked for again, since somebody may just have made it; many conversions ask together. */
const MISSING_FOR_MS = 10_000;

/** With such an answer nothing is sent either; any other says nothing of conversions. */
const STANDS_FOR_SENDING: ReadonlySet<AnswerClass> = new Set(['auth', 'throttled', 'transient']);

/**
 * Looks whether an account has a goal that takes conversions, since Microsoft takes them under any name and then counts
 * none. The goals of a connection are kept for some minutes.
 */
export function lookForGoal(api: MicrosoftApi) {
  const known = new WeakMap<PlatformConnection, Known>();
  const asking = new WeakMap<PlatformConnection, Promise<Queried>>();

  async function ask(connection: PlatformConnection, signal: AbortSignal): Promise<Queried> {
    const askedAt = api.now();
    const queried = await queryGoals(api, connection, signal);
    if (queried.goals !== null) known.set(connection, { goals: queried.goals, askedAt });
    return queried;
  }

  /** Of several who ask at once, one asks for all. */
  function askOnce(connection: PlatformConnection, signal: AbortSignal): Promise<Queried> {
    const underWay = asking.get(connection);
    if (underWay !== undefined) return underWay;
    const begun = ask(connection, signal).finally(() => asking.delete(connection));
    asking.set(connection, begun);
    return begun;
  }

  return async (
    goal: string,
    connection: PlatformConnection,
    signal: AbortSignal,
  ): Promise<PlatformAnswer | null> => {
    const before = known.get(connection);
    if (before !== undefined) {
      const problem = problemOfGoal(goal, before.goals);
      const lasts = problem === null ? KNOWN_FOR_MS : MISSING_FOR_MS;
      if (api.now() < before.askedAt + lasts) return problem === null ? null : missing(goal, problem);
    }
    const { answer, goals } = await askOnce(connection, signal);
    if (goals === null)
      return STANDS_FOR_SENDING.has(answer.class) ? { ...answer, isOutcomeKnown: true } : null;
    const problem = problemOfGoal(goal, goals);
    return problem === null ? null : missing(goal, problem);
  };
}

/** The word by which Microsoft's own reports name such conversions. */
function missing(goal: string, problem: string): PlatformAnswer {
  const message = `Nothing was sent for the goal ${goal}. ${problem}`;
  return platformAnswer(null, { class: 'config', code: 'GoalNotFoundOrInactive', message });
}
