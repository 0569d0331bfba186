import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkOut, findCommit } from '../../bench/lib/checkout.ts';
import { platenProgram } from '../../bench/peers/platen-program.ts';

let folder: string;
let repository: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'checkout-')));
  repository = join(folder, 'repository');
  for (const path of ['scripts', 'node_modules/words']) mkdirSync(join(repository, path), { recursive: true });
  writeFileSync(join(repository, 'node_modules/words/index.js'), 'exports.word = "installed";');
  git('init', '--quiet', '.');
  commit('old');
  commit('new');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: string[]): string =>
  execFileSync('git', ['-C', repository, '-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
    encoding: 'utf8',
  }).trim();

/** A program that says which commit it is and which dependencies it found. */
function commit(name: string): void {
  const script = `import words from 'words'; console.log('${name}', words.word, ...process.argv.slice(2));`;
  writeFileSync(join(repository, 'scripts/run.mjs'), script);
  git('add', 'scripts');
  git('commit', '--quiet', '-m', name);
}

describe('another commit as a peer', () => {
  it('runs from a folder of its own with the dependencies installed here, and leaves nothing behind', async () => {
    const hash = await findCommit('HEAD~1', repository);
    expect(hash).toBe(git('rev-parse', 'HEAD~1'));
    const checkout = await checkOut(hash ?? '', join(folder, 'run'), { root: repository });
    expect(await platenProgram(checkout.root).run(['config'], {})).toBe('old installed config\n');
    expect(readFileSync(join(repository, 'scripts/run.mjs'), 'utf8')).toContain("'new'");
    await checkout.remove();
    expect(git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(readFileSync(join(repository, 'node_modules/words/index.js'), 'utf8')).toContain('installed');
  });

  it.each(['nothing-of-that-name', '--all', '0000000'])('is not there where nobody made it: %s', async (name) => {
    expect(await findCommit(name, repository)).toBeNull();
  });
});
