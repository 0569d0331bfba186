import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInExtensions } from '../../src/app/variants.ts';
import { options } from '../../src/config/options.ts';
import { flagOf } from '../../src/config/read-settings.ts';
import type { Command } from '../../src/extension/command.ts';
import { optionsOf } from '../../src/extension/load-extensions.ts';
import { root } from './code-blocks.ts';

interface FoundCommand {
  readonly line: string;
  /** The word that the program does not know; null where all is well. */
  readonly problem: string | null;
}

const scriptsIn = (folder: string): object =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).scripts;
const ownScripts = scriptsIn('.');
/** The scripts of the projects that `platen new` makes. */
const starterScripts = ['next', 'astro', 'typescript'].map((name) => scriptsIn(`examples/${name}`));
const optionFlags = [...Object.values(options), ...optionsOf(builtInExtensions)].map(flagOf);

/** Every command of the program and of npm in a block of the shell, and what is wrong with it. */
export function commandsIn(code: string, known: readonly Command[]): FoundCommand[] {
  const lines = code
    .replaceAll('\\\n', ' ')
    .split(/\n|&&|\|/)
    .map((line) => line.replace(/\s#.*$/, '').trim());
  const scripts = /\bplaten new\b/.test(code) ? starterScripts : [ownScripts];
  return lines.flatMap((line) => {
    const bare = line.replace(/^(?:[A-Z_]+=\S*\s+)+/, '');
    const called = /^(?:npx platen|platen|npm run platen --)(?:\s+(.*))?$/.exec(bare);
    if (called) return [{ line, problem: problemOf(called[1] ?? '', known) }];
    const [, script] = /^npm (?:run )?([\w:]+)/.exec(bare) ?? [];
    if (!script || script === 'install') return [];
    return [{ line, problem: scripts.every((all) => Object.hasOwn(all, script)) ? null : script }];
  });
}

function problemOf(text: string, known: readonly Command[]): string | null {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const command = [3, 2, 1]
    .map((count) => known.find(({ name }) => name === words.slice(0, count).join(' ')))
    .find((found) => found !== undefined);
  if (!command) return words.length === 0 || words[0]?.startsWith('--') ? null : (words[0] ?? null);
  const flags = words.filter((word) => /^--[a-z]/.test(word)).map((word) => word.slice(2).replace(/=.*$/, ''));
  const unknown = flags.find((flag) => !Object.hasOwn(command.flags ?? {}, flag) && !optionFlags.includes(flag));
  return unknown === undefined ? null : `--${unknown}`;
}
