/** How an application of `apps/` is built and served, by the commands of its own packages. */
export type Framework = {
  readonly name: FrameworkName;
  readonly build: Command;
  serve(port: number): Command;
  /** Its redirect is a page without the SDK, from which the browser goes on by itself. */
  readonly redirectsByPage?: true;
};

export type FrameworkName = 'react-router' | 'vue-router' | 'next' | 'sveltekit' | 'astro';

/** The name of a program of an installed package, and its arguments. */
type Command = readonly string[];

const preview = (program: string) => (port: number) => [
  program,
  'preview',
  '--host',
  'localhost',
  '--port',
  `${port}`,
];

export const frameworks: readonly Framework[] = [
  { name: 'react-router', build: ['vite', 'build'], serve: preview('vite') },
  { name: 'vue-router', build: ['vite', 'build'], serve: preview('vite') },
  {
    name: 'next',
    build: ['next', 'build'],
    serve: (port) => ['next', 'start', '--hostname', 'localhost', '--port', `${port}`],
  },
  { name: 'sveltekit', build: ['vite', 'build'], serve: preview('vite') },
  { name: 'astro', build: ['astro', 'build'], serve: preview('astro'), redirectsByPage: true },
];
