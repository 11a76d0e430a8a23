import type { Engine, EngineReply, EngineRequest } from './engine.ts';

/** Answers what the parent process asks, one request after the other, until it goes away. */
export function serveEngine(open: () => Promise<Engine>): void {
  const engine = open();
  process.on('message', async (request: EngineRequest) => {
    try {
      process.send?.(await answer(await engine, request));
    } catch (error) {
      process.send?.({ error: String(error) } satisfies EngineReply);
    }
  });
  process.once('disconnect', () => process.exit());
}

async function answer(engine: Engine, { statements }: EngineRequest): Promise<EngineReply> {
  const began = performance.now();
  const before = process.cpuUsage();
  const rows = [];
  for (const statement of statements) rows.push(await engine.run(statement));
  const { user, system } = process.cpuUsage(before);
  return {
    rows,
    cpuMs: (user + system) / 1000,
    wallMs: performance.now() - began,
    residentBytes: process.memoryUsage.rss(),
  };
}
