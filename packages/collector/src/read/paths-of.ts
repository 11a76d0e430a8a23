import type { Operation } from './operation.ts';

/** Every path of an operation. One about a project also lives below `/v1/projects/{project}`. */
export function pathsOf({ about, path }: Operation): readonly string[] {
  if (about === 'credential' || path.includes('{project}')) return [path];
  return [path, path.replace(/^\/v1/, '/v1/projects/{project}')];
}
