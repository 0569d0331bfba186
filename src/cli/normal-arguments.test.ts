import { expect, it } from 'vitest';
import { normalArguments } from './parse-arguments.ts';

it.each([
  [[], ['serve']],
  [
    ['--port', '0'],
    ['serve', '--port', '0'],
  ],
  [['--help'], ['help']],
  [['-h'], ['help']],
  [
    ['user', 'create', '--role', 'editor', '--help'],
    ['help', 'user', 'create', 'editor'],
  ],
  [['help', '--help'], ['help']],
  [['--version'], ['version']],
  [['-v'], ['version']],
  [
    ['user', 'create', '--', '--help'],
    ['user', 'create', '--', '--help'],
  ],
  [
    ['export', 'file'],
    ['export', 'file'],
  ],
])('%j means %j', (argv, meant) => {
  expect(normalArguments(argv)).toEqual(meant);
});
