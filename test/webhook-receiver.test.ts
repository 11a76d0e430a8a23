import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PROGRAM = path.resolve(import.meta.dirname, '../examples/webhook-receiver/server.mjs');
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const FORMER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

let program: ChildProcess;
let address = '';
let printed = '';

beforeAll(async () => {
  program = spawn(process.execPath, [PROGRAM], {
    env: { PATH: process.env.PATH, PORT: '0', WEBHOOK_SECRET: `${SECRET},${FORMER}` },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise<void>((resolve, reject) => {
    program.once('exit', (code) => reject(new Error(`The receiver ended with ${code}`)));
    program.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      address = /Listening on (\S+)/.exec(printed)?.[1] ?? '';
      if (address !== '') resolve();
    });
  });
});
afterAll(() => void program.kill());

/** The ids of the events that it handled. */
const handled = () => [...printed.matchAll(/^lead (evt_\S+)/gm)].map(([, id]) => id);

const bodyOf = (id: string) => JSON.stringify({ id, type: 'lead', data: { properties: { note: 'Zoë' } } });

function headersFor(body: string, id: string, secret = SECRET, at = Date.now()): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const timed = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'Content-Type': 'application/json',
    'X-Service-Signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${timed}`,
  };
}

async function post(body: string, headers: Record<string, string>) {
  const answer = await fetch(address, { method: 'POST', headers, body });
  return { status: answer.status, body: (await answer.json()) as unknown };
}

describe('the example receiver', () => {
  it('handles an event once, however often it arrives, and acknowledges every time', async () => {
    const body = bodyOf('evt_1795255200000_a');
    const headers = headersFor(body, 'evt_1795255200000_a');
    const answers = [await post(body, headers), await post(body, headers), await post(body, headers)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.map(({ body: said }) => (said as { duplicate: boolean }).duplicate)).toEqual([
      false,
      true,
      true,
    ]);
    await expect.poll(handled).toEqual(['evt_1795255200000_a']);
  });

  it('takes either secret of a rotation', async () => {
    const body = bodyOf('evt_1795255200000_b');
    expect((await post(body, headersFor(body, 'evt_1795255200000_b', FORMER))).status).toBe(200);
  });

  it.each([
    ['of another secret', (body: string) => headersFor(body, 'evt_1', 'whsec_AAAA')],
    ['over other bytes', () => headersFor('{}', 'evt_1')],
    ['of an hour ago', (body: string) => headersFor(body, 'evt_1', SECRET, Date.now() - 3_600_000)],
    ['that is missing', () => ({ 'Content-Type': 'application/json' })],
    [
      'beside another content type',
      (body: string) => ({ ...headersFor(body, 'evt_1'), 'Content-Type': 'text/plain' }),
    ],
  ])('refuses a signature %s, and does nothing', async (_, make) => {
    const body = bodyOf('evt_1');
    expect((await post(body, make(body) as Record<string, string>)).status).toBe(401);
    expect(handled()).not.toContain('evt_1');
  });
});
