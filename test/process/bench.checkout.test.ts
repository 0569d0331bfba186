import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
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

/** Makes the package a dependency, from a file so that no registry is asked. */
function lockTo(version: string): void {
  const packed = join(folder, 'package');
  mkdirSync(packed);
  writeFileSync(join(packed, 'package.json'), JSON.stringify({ name: 'words', version: '1.0.0' }));
  writeFileSync(join(packed, 'index.js'), `exports.word = 'packed ${version}';`);
  const file = join(folder, 'words.tgz');
  execFileSync('tar', ['-czf', file, '-C', folder, 'package']);
  const dependencies = { words: `file:${file}` };
  const root = { name: 'site', version: '1.0.0', dependencies };
  const packages = { '': root, 'node_modules/words': { version: '1.0.0', resolved: `file:${file}` } };
  writeFileSync(join(repository, 'package.json'), JSON.stringify(root));
  writeFileSync(join(repository, 'package-lock.json'), JSON.stringify({ ...root, lockfileVersion: 3, packages }));
  git('add', 'package.json', 'package-lock.json');
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

  it('has its own dependencies where its lock file differs, installed once', async () => {
    lockTo('1');
    commit('locked');
    writeFileSync(join(repository, 'package-lock.json'), '{}');
    const options = { root: repository, dependencies: join(folder, 'kept') };
    for (const run of ['first', 'second']) {
      const checkout = await checkOut(git('rev-parse', 'HEAD'), join(folder, run), options);
      expect(await platenProgram(checkout.root).run([], {})).toBe('locked packed 1\n');
      await checkout.remove();
      // What is not there any more cannot be installed again.
      rmSync(join(folder, 'words.tgz'), { force: true });
    }
    expect(readdirSync(join(folder, 'kept'))).toHaveLength(1);
  });

  it('leaves nothing behind where its dependencies cannot be installed', async () => {
    lockTo('1');
    rmSync(join(folder, 'words.tgz'));
    commit('locked');
    writeFileSync(join(repository, 'package-lock.json'), '{}');
    const options = { root: repository, dependencies: join(folder, 'kept') };
    await expect(checkOut(git('rev-parse', 'HEAD'), join(folder, 'run'), options)).rejects.toThrow(/npm ci/);
    expect(git('worktree', 'list').split('\n')).toHaveLength(1);
    expect(readdirSync(join(folder, 'kept'))).toEqual([]);
  });

  it.each(['nothing-of-that-name', '--all', '0000000'])('is not there where nobody made it: %s', async (name) => {
    expect(await findCommit(name, repository)).toBeNull();
  });
});
