import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Command, type CommandContext, CommandError } from '../extension/command.ts';
import { runCommand } from './run-command.ts';

const env = { PLATEN_DATABASE_URL: 'sqlite::memory:' };
const command = (run: (context: CommandContext) => Promise<void>): Command[] => [{ name: 'probe', summary: '', run }];

afterEach(() => vi.restoreAllMocks());

describe('running a command', () => {
  it('gives it the site that the configuration describes', async () => {
    const structures: string[] = [];
    const look = command(async ({ site, store }) => void structures.push((await site(await store())).permalinks));
    await runCommand(['probe'], look, { ...env, PLATEN_PERMALINKS: '/%postname%/' });
    await runCommand(['probe', '--permalinks', 'plain'], look, env);
    expect(structures).toEqual(['/%postname%/', '']);
  });

  it('closes the store it opened', async () => {
    let read = async (): Promise<unknown> => null;
    const look = command(async (context) => {
      const store = await context.store();
      read = () => store.users.count({});
    });
    expect(await runCommand(['probe'], look, env)).toBe(0);
    await expect(read()).rejects.toThrow();
  });

  it('ends with 1 and a sentence where a person can mend it, and with the error itself where not', async () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const refuse = command(async () => {
      throw new CommandError('Say it otherwise.');
    });
    expect(await runCommand(['probe'], refuse, env)).toBe(1);
    expect(await runCommand(['probe', '--port', 'eighty'], refuse, env)).toBe(1);
    expect(said.mock.calls.map(([text]) => text)).toEqual([
      'Say it otherwise.\n',
      expect.stringMatching(/^--port is "eighty"; it must be /),
    ]);
    const fail = command(async () => {
      throw new TypeError('A mistake of ours.');
    });
    await expect(runCommand(['probe'], fail, env)).rejects.toThrow(TypeError);
  });
});
