import type { StarterCommands } from './starter.ts';

/** How each starter is built and started for visitors. */
export const next: StarterCommands = {
  template: 'next',
  build: ['next', 'build'],
  start: (port) => ['next', 'start', '--hostname', '127.0.0.1', '--port', String(port)],
};

export const astro: StarterCommands = {
  template: 'astro',
  build: ['astro', 'build'],
  start: (port) => ['astro', 'preview', '--host', '127.0.0.1', '--port', String(port)],
};

export const typescript: StarterCommands = {
  template: 'typescript',
  start: () => ['node', '--env-file-if-exists=.env', 'src/server.ts'],
};
