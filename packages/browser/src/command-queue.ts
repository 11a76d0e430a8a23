import { log } from './core/log.ts';
import { safely } from './core/safely.ts';

type Methods = Record<string, (...args: never[]) => unknown>;

/** Runs the commands that the page pushed so far, and from then on every command as it is pushed. */
export function takeOverQueue(methods: Methods): void {
  const run = (command: unknown) =>
    safely(() => {
      const [name, ...args] = command as unknown[];
      if (!methods[name as string]) return log('Unknown command', name);
      return (methods[name as string] as Methods[string])(...(args as never[]));
    });
  const host = window as { cvq?: unknown };
  const queue: unknown[] = Array.isArray(host.cvq) ? host.cvq : [];
  host.cvq = queue;
  // Defined and not assigned, since an assignment fails on a page that froze Array.prototype.
  Object.defineProperty(queue, 'push', {
    value: (...commands: unknown[]) => commands.forEach(run),
  });
  queue.splice(0).forEach(run);
}
