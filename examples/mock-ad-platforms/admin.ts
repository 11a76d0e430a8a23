import { z } from 'zod';
import type { Fault } from './fault.ts';
import { parseJson } from './formats.ts';
import { type MockAnswer, PLATFORM_NAMES, type PlatformName, PURPOSES } from './mock-request.ts';
import type { MockState } from './mock-state.ts';
import type { RandomFaults, ScriptedFault } from './open-faults.ts';
import { CREDENTIAL_NAMES, type CredentialName } from './open-platforms.ts';
import { type SpendChange, SpendChangeSchema } from './spend-figures.ts';
import { statePage } from './state-page.ts';

/** What an operator of the mock may do, over HTTP or in the same process. */
export type Controls = {
  state(): MockState;
  credentials(name: CredentialName): object;
  /** The faults of each platform by name. */
  faults(): Readonly<Record<string, Readonly<Record<string, Fault>>>>;
  fail(fault: ScriptedFault): void;
  failAtRandom(faults: RandomFaults | null): void;
  advance(ms: number): void;
  changeSpend(platform: PlatformName, change: SpendChange): void;
  reset(): void;
};

const platform = z.enum(PLATFORM_NAMES);
const Script = z.strictObject({
  platform,
  fault: z.string().optional(),
  answer: z
    .strictObject({
      status: z.int().min(200).max(599),
      headers: z.record(z.string(), z.string()).optional(),
      body: z.unknown(),
    })
    .optional(),
  purpose: z.enum(PURPOSES).optional(),
  times: z.int().min(1).optional(),
  after: z.int().min(1).optional(),
  index: z.int().min(0).optional(),
});
const Random = z.strictObject({
  share: z.number().min(0).max(1),
  seed: z.int(),
  faults: z.array(z.string()).optional(),
  platform: platform.optional(),
});
const Clock = z.strictObject({ advanceMs: z.int() });
const Spend = z.strictObject({ platform, ...SpendChangeSchema.shape });

type Action = (body: unknown, controls: Controls) => void;

const ACTIONS: Readonly<Record<string, Action>> = {
  '/admin/faults': (body, controls) => controls.fail(Script.parse(body) as ScriptedFault),
  '/admin/random-faults': (body, controls) =>
    controls.failAtRandom(body === null ? null : (Random.parse(body) as RandomFaults)),
  '/admin/clock': (body, controls) => controls.advance(Clock.parse(body).advanceMs),
  '/admin/spend': (body, controls) => {
    const { platform: name, ...change } = Spend.parse(body);
    controls.changeSpend(name, change as SpendChange);
  },
  '/admin/reset': (_, controls) => controls.reset(),
};

/** Answers a request of the operator; null for a path that is none of these. */
export function answerOperator(
  { method, path, body }: { readonly method: string; readonly path: string; readonly body: string },
  controls: Controls,
): MockAnswer | null {
  if (method === 'POST') return act(ACTIONS[path], body, controls);
  if (method !== 'GET') return null;
  if (path === '/') return { status: 200, body: statePage(controls.state()) };
  if (path === '/state') return { status: 200, body: controls.state() };
  if (path === '/faults') return { status: 200, body: controls.faults() };
  const name = CREDENTIAL_NAMES.find((one) => path === `/credentials/${one}.json`);
  return name === undefined ? null : { status: 200, body: controls.credentials(name) };
}

function act(action: Action | undefined, body: string, controls: Controls): MockAnswer | null {
  if (action === undefined) return null;
  try {
    action(parseJson(body), controls);
    return { status: 200, body: { done: true } };
  } catch (error) {
    if (!(error instanceof z.ZodError) && !(error instanceof RangeError)) throw error;
    return {
      status: 400,
      body: { error: error instanceof z.ZodError ? z.prettifyError(error) : error.message },
    };
  }
}
