import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CommandContext, CommandError } from '../extension/command.ts';
import { version } from '../lib/program-version.ts';
import { newCommand } from './new.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-new-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs the command; what it printed. */
async function run(name: string, template?: string, typed?: string): Promise<string> {
  const lines: string[] = [];
  const given: Pick<CommandContext, 'operands' | 'flags' | 'print' | 'ask'> = {
    operands: { folder: join(folder, name) },
    flags: template === undefined ? {} : { template },
    print: (line) => void lines.push(line),
    ask: async () => typed,
  };
  // The command uses nothing else of its context.
  await newCommand.run(given as CommandContext);
  return lines.join('\n');
}

describe('a new project', () => {
  it.each(['next', 'astro', 'typescript'])(
    'has the files of the %s starter, this release and a secret of its own',
    async (template) => {
      const said = await run('My Site', template);
      expect(said).toContain('npm run dev');
      const made = join(folder, 'My Site');
      const file = JSON.parse(await readFile(join(made, 'package.json'), 'utf8'));
      expect(file).toMatchObject({ name: 'my-site', dependencies: { platen: `^${version}` } });
      const env = await readFile(join(made, '.env'), 'utf8');
      expect(env).toMatch(/^WEBHOOK_SECRET=whsec_[A-Za-z0-9+/]{43}=$/m);
      expect(env).toContain(`SITE_URL=http://127.0.0.1:${file.config.port}`);
      expect((await stat(join(made, '.env'))).mode & 0o077).toBe(0);
      expect(await readFile(join(made, '.gitignore'), 'utf8')).toContain('.env\n');
      expect(await readdir(made)).toEqual(expect.arrayContaining(['platen.config.ts', 'README.md', 'tsconfig.json']));
      expect(await readdir(made)).not.toContain('node_modules');
    },
  );

  it('looks the same with every framework', async () => {
    const sheets = ['next/app/style.css', 'astro/src/styles/style.css', 'typescript/src/style.css'];
    const texts = await Promise.all(sheets.map((path) => readFile(join('examples', path), 'utf8')));
    expect(texts[0]).toContain('--paper');
    expect(new Set(texts).size).toBe(1);
  });

  it('is named to the shell as one word', async () => {
    expect(await run("Anna's site", 'typescript')).toMatch(/^ {2}cd '.*Anna'\\''s site'$/m);
    expect(await run('plain', 'typescript')).toMatch(/^ {2}cd \S*plain$/m);
  });

  it('gets another secret each time', async () => {
    await run('one', 'typescript');
    await run('two', 'typescript');
    const [one, two] = await Promise.all(['one', 'two'].map((name) => readFile(join(folder, name, '.env'), 'utf8')));
    expect(one).not.toBe(two);
  });

  it('is what the terminal was told, by number or name', async () => {
    expect(await run('by-number', undefined, '3')).toMatch(
      /1 {2}next.*2 {2}astro.*3 {2}typescript.*typescript starter/s,
    );
    expect(await run('by-name', undefined, ' Next ')).toContain('next starter');
  });

  it.each([
    [
      'a template that there is not',
      'new',
      'gatsby',
      undefined,
      /no template "gatsby"\. There are: next, astro, typescript/,
    ],
    ['no template and no terminal', 'new', undefined, undefined, /--template: next, astro, typescript/],
    ['an answer that is none', 'new', undefined, '9', /"9" is none of them/],
    ['a folder that is not empty', 'full', 'next', undefined, /full is not empty/],
    ['a file', 'full/file', 'next', undefined, /file is a file/],
    ['a link to nothing', 'full/link', 'next', undefined, /link is a link to nothing/],
  ])('is refused for %s', async (_why, name, template, typed, message) => {
    await mkdir(join(folder, 'full'));
    await writeFile(join(folder, 'full/file'), 'x');
    await symlink(join(folder, 'nowhere'), join(folder, 'full/link'));
    await expect(run(name, template, typed)).rejects.toThrow(message);
    await expect(run(name, template, typed)).rejects.toThrow(CommandError);
    expect(await readdir(folder)).toEqual(['full']);
  });
});
