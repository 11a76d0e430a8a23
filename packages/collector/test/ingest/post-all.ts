import { Agent, request as open } from 'node:http';

const CONNECTIONS = 32;

export type Post = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A text is sent as it is, anything else as JSON. */
  readonly body: unknown;
};

/** Send all requests over a few connections, in their order but side by side: how often each status came. */
export async function postAll(port: number, posts: readonly Post[]): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let next = 0;
  async function client(): Promise<void> {
    for (let post = posts[next]; post !== undefined; post = posts[next]) {
      next += 1;
      const status = await send(port, agent, post);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  agent.destroy();
  return statuses;
}

function send(port: number, agent: Agent, { path, headers, body }: Post): Promise<number> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, agent, path, method: 'POST' };
    const outgoing = open(
      { ...options, headers: { ...headers, 'Content-Length': Buffer.byteLength(text) } },
      (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
        response.once('error', reject);
      },
    );
    outgoing.once('error', reject);
    outgoing.end(text);
  });
}
