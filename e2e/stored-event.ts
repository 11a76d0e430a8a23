import { runCvq } from './run-cvq.ts';

/** A line of `cvq events export`, as far as these tests read it. */
export type StoredEvent = {
  readonly event_id: string;
  readonly event_type: string;
  readonly origin: string;
  readonly timestamp: string;
  readonly session_id: string | null;
  readonly visitor_id: string | null;
  readonly user_id: string | null;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly context: Readonly<Record<string, unknown>> & {
    readonly page_url: string;
    readonly title: string | null;
    readonly referrer: string | null;
  };
  readonly conversion: Readonly<Record<string, unknown>> | null;
  readonly bot: { readonly name: string; readonly reasons: readonly string[] } | null;
};

/** Everything that is stored for a project of the environment, as `cvq events export` writes it. */
export async function storedEvents(env: NodeJS.ProcessEnv, project: string): Promise<StoredEvent[]> {
  const printed = await runCvq(env, 'events', 'export', '--project', project);
  return printed
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as StoredEvent);
}
