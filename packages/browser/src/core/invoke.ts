import { nodeShape } from './node-value.ts';

type Method<Member> = Extract<Member, (...passed: never[]) => unknown>;

/**
 * Calls a method of a node, also where an element with its name stands before it (`<img name="addEventListener">`,
 * `<input name="getAttribute">`); a function that the page has put there is what is meant. Undefined for what has no such
 * method, such as the window at the end of the path of an event.
 */
export function invoke<Target extends object, Name extends keyof Target>(
  target: Target,
  name: Name,
  ...passed: Parameters<Method<Target[Name]>>
): ReturnType<Method<Target[Name]>> | undefined {
  const own: unknown = target[name];
  const method = typeof own === 'function' ? own : Reflect.get(nodeShape(target), name, target);
  return typeof method === 'function' ? method.call(target, ...passed) : undefined;
}
