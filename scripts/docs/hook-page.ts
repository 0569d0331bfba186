import { readFile } from 'node:fs/promises';
import { hookActions } from '../../src/background/hook-kinds.ts';
import { code, type GeneratedPage, generatedNote, page, table } from './markdown.ts';

/** Every hook with what it is given; the types are those that an extension is checked against. */
export async function hookPage(): Promise<GeneratedPage> {
  const types = await readFile(new URL('../../src/background/hook-values.ts', import.meta.url), 'utf8');
  const words = (actions: readonly string[]) => actions.map((action) => `\`${action}\``).join(', ');
  const rows = Object.entries(hookActions).map(([kind, { before, after }]) => [
    `\`${kind}\``,
    words(before),
    words(after),
  ]);
  return page('reference/hooks.md', [
    '# Hooks',
    generatedNote,
    '[Extending](../extensions.md#hooks) shows how to use them, and says what is guaranteed.',
    table(['Kind', 'Before', 'After'], rows),
    '## Items and drafts',
    'What a hook is given as `item`, which is null before a creation; and what a hook before a write is given as `draft`, and ' +
      'may return in part to change it.',
    code('ts', types),
  ]);
}
