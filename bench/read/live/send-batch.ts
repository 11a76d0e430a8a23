import { type Agent, request } from 'node:http';

const USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';

type Target = { readonly port: number; readonly agent: Agent };

/** Sends a batch of a browser and resolves to the status of the answer, once all of it is there. */
export function sendBatch({ port, agent }: Target, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'Content-Type': 'text/plain', 'User-Agent': USER_AGENT, 'Accept-Language': 'de-DE' };
    const options = { host: '127.0.0.1', port, agent, method: 'POST', path: '/v1/events', headers };
    const outgoing = request(options, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
      response.once('error', reject);
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
