import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { attackKinds } from '../../test/api/security/attack-kinds.ts';
import { knownAttacks } from '../../test/api/security/known-attacks.ts';
import { type GeneratedPage, generatedNote, page, plain, table, wideFrontmatter } from './markdown.ts';

/** The kinds of attack with the protection against each and the test files that try it. */
export function attackPage(): GeneratedPage {
  const files = testFiles();
  const tests = (names: readonly string[]): string =>
    names
      .map((name) => {
        const file = files.get(name);
        if (!file) throw new Error(`attack-kinds.ts names the test ${name}, but there is no file ${name}.test.ts.`);
        return `\`${file}\``;
      })
      .join(', ');
  return page('reference/attacks.md', [
    wideFrontmatter,
    '# Attacks',
    generatedNote,
    'The kinds of attack, the protection against each, and the test files that try it. Files under `test/api` and `test/store` run on both databases.',
    ...Object.entries(attackKinds).flatMap(([section, rows]) => [
      `## ${section}`,
      table(
        ['Attack', 'Protection', 'Tests'],
        rows.map(({ attack, protection, tests: names }) => [attack, protection, tests(names)]),
      ),
    ]),
    '## One by one',
    'Ways in which interfaces like this one were broken before, each with the tests that show that this one is not.',
    table(
      ['Attack', 'Tests'],
      knownAttacks.map(({ name, tests: titles }) => [
        plain(name),
        titles.map(([file, title]) => `\`${basename(file, '.test.ts')}\`: ${plain(title)}`).join('; '),
      ]),
    ),
  ]);
}

/** The path of every test file, by its name without `.test.ts`. */
function testFiles(): ReadonlyMap<string, string> {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const paths = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root }).sort();
  return new Map(paths.map((path) => [basename(path, '.test.ts'), path]));
}
