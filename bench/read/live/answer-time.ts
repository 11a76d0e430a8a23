import { type Agent, request } from 'node:http';
import { NotAnswered } from '../measure/collector.ts';

type Target = { readonly port: number; readonly agent: Agent; readonly key: string };

/**
 * Asks the read API and resolves to the milliseconds until all of the answer is there. It is not looked at: who asks is
 * on another machine than a collector, and what a bench takes of the processors beside it is taken from the collector.
 * @throws NotAnswered when it is anything but 200
 */
export function answerTime(path: string, { port, agent, key }: Target): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${key}`, 'Accept-Encoding': 'identity' };
    const began = performance.now();
    const asking = request({ host: '127.0.0.1', port, agent, path, headers }, (response) => {
      const { statusCode } = response;
      response.once('end', () => {
        if (statusCode === 200) resolve(performance.now() - began);
        else reject(new NotAnswered(`${path} was answered with ${statusCode}`));
      });
      response.once('error', reject);
      response.resume();
    });
    asking.once('error', reject);
    asking.end();
  });
}
