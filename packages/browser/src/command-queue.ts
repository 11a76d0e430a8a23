import { safely } from './core/safely.ts';
import { whenStarted } from './core/start.ts';
import { warn } from './core/warn.ts';

type Methods = Record<string, (...args: never[]) => unknown>;

/**
 * Runs the commands that the page pushed so far, and from then on every command as it is pushed: a list of a method and
 * its arguments, or a function, which is called with the methods once they answer. The queue also carries the methods.
 */
export function takeOverQueue(methods: Methods): void {
  const run = (command: unknown) =>
    safely(() => {
      if (typeof command === 'function') {
        whenStarted(() => command(methods), true);
        return;
      }
      const [name, ...args] = ([] as unknown[]).concat(command);
      // Its own names alone: every object has a `constructor`.
      const [, method] = Object.entries(methods).find(([own]) => own === name) || [];
      if (method) method(...(args as never[]));
      else warn('unknown-command', name);
    });
  const host = window as { cvq?: unknown };
  const queue: unknown[] = Array.isArray(host.cvq) ? host.cvq : [];
  host.cvq = queue;
  // Defined and not assigned, since an assignment fails on a page that froze Array.prototype.
  Object.defineProperty(queue, 'push', {
    value: (...commands: unknown[]) => commands.forEach(run),
  });
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(queue, name, { value });
  queue.splice(0).forEach(run);
}
