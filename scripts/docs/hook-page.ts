import { readFile } from 'node:fs/promises';
import { hookActions } from '../../src/hooks/hook-kinds.ts';
import { code, type GeneratedPage, generatedNote, page, table } from './markdown.ts';

/** Every hook with what it is given; the types are those that an extension is checked against. */
export async function hookPage(): Promise<GeneratedPage> {
  const [items, drafts] = await Promise.all(['hook-items', 'hook-drafts'].map(sourceOf));
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
    '## Items',
    'What a hook is given as `item`. Before a creation it is null.',
    code('ts', items ?? ''),
    '## Drafts',
    'What a hook before a write is given as `draft`, and may return in part to change it.',
    code('ts', drafts ?? ''),
  ]);
}

function sourceOf(name: string): Promise<string> {
  return readFile(new URL(`../../src/hooks/${name}.ts`, import.meta.url), 'utf8');
}
