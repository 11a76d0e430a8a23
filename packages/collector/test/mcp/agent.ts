import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { untilFileEnds } from '../../../../test/builders/until-file-ends.ts';

/** The two generations of the protocol, as the official client speaks them. */
export const ERAS = ['2026-07-28', '2025-11-25'] as const;
export type Era = (typeof ERAS)[number];

type Called = { readonly isError: boolean; readonly text: string; readonly answer: Record<string, unknown> };

export type Agent = {
  readonly client: Client;
  /** What a tool answers, in both of its forms. */
  call(name: string, args?: Record<string, unknown>): Promise<Called>;
};

/** The official client, connected with a key. */
export async function connectAgent(baseUrl: string, token: string, era: Era = '2026-07-28'): Promise<Agent> {
  const client = new Client(
    { name: 'cvq-test', version: '1.0.0' },
    { versionNegotiation: { mode: era === '2026-07-28' ? 'auto' : 'legacy' } },
  );
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { requestInit }));
  untilFileEnds(() => client.close());
  return {
    client,
    async call(name, args = {}) {
      const {
        content,
        structuredContent,
        isError = false,
      } = await client.callTool({ name, arguments: args });
      const [block] = content;
      const text = block?.type === 'text' ? block.text : '';
      return { isError, text, answer: structuredContent as Record<string, unknown> };
    },
  };
}
