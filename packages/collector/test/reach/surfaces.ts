import { expect } from 'vitest';
import type { Answer } from '../call.ts';
import type { TestCollector } from '../collector.ts';
import { type Agent, connectAgent } from '../mcp/agent.ts';

/** The read API and agents, asked the same: what one answers the other does, or a test fails. */
export type Surfaces = {
  /** The projects that a token is told that it can reach. */
  seen(bearer: string): Promise<string[]>;
  /** What is answered about a project, or where none is named. */
  overview(bearer: string, project?: string): Promise<Answer>;
  conversion(bearer: string, id: string, project: string): Promise<Answer>;
  /** Of a conversion that does not exist, unless one is named. */
  retry(bearer: string, project: string, id?: string): Promise<Answer>;
};

const NONE = 'conv_1760000000000_abcdefghij';

export function surfacesOf({ client, origin }: Pick<TestCollector, 'client' | 'origin'>): Surfaces {
  const agents = new Map<string, Agent>();

  /** A tool's answer beside that of REST, whose status and refusal it repeats. */
  async function alsoByAgent(bearer: string, name: string, args: object, rest: Answer): Promise<Answer> {
    const agent = agents.get(bearer) ?? (await connectAgent(origin, bearer));
    agents.set(bearer, agent);
    const { answer, isError } = await agent.call(name, { ...args });
    expect(isError).toBe(rest.status >= 400);
    if (isError) expect(answer).toMatchObject({ ...(rest.body as object), status: rest.status });
    else expect(answer).toEqual(rest.body);
    return rest;
  }

  return {
    async seen(bearer) {
      const rest = await client.send({ path: '/v1/projects', bearer });
      const { body } = await alsoByAgent(bearer, 'list_projects', {}, rest);
      return (body as { data: { id: string }[] }).data.map(({ id }) => id).toSorted();
    },
    async overview(bearer, project) {
      const args = { range: '7d', ...(project !== undefined && { project }) };
      const path = `/v1/analytics/overview?${new URLSearchParams(args)}`;
      return alsoByAgent(bearer, 'get_overview', args, await client.send({ path, bearer }));
    },
    async conversion(bearer, id, project) {
      const rest = await client.send({ path: `/v1/conversions/${id}?project=${project}`, bearer });
      return alsoByAgent(bearer, 'get_conversion', { project, id }, rest);
    },
    async retry(bearer, project, id = NONE) {
      const path = `/v1/conversions/${id}/retry?project=${project}`;
      const rest = await client.send({ method: 'POST', path, bearer, json: {} });
      return alsoByAgent(bearer, 'retry_delivery', { project, id }, rest);
    },
  };
}
