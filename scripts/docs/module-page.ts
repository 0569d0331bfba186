import { bands, moduleGraph } from '../../test/architecture/modules.ts';
import { type GeneratedPage, generatedNote, page, table, wideFrontmatter } from './markdown.ts';

/** Every module with what it is for and what it imports, from the top to the bottom. */
export function modulePage(): GeneratedPage {
  const graph = moduleGraph();
  const sections = bands.flatMap(([band, rows]) => [
    `## ${band}`,
    table(
      ['Module', 'What it is for', 'Files', 'Imports'],
      Object.entries(rows).map(([name, purpose]) => {
        const { files, imports } = graph.get(name) ?? { files: 0, imports: [] };
        return [`\`${name}\``, purpose, String(files), imports.map((one) => `\`${one}\``).join(', ')];
      }),
    ),
  ]);
  return page('reference/modules.md', [
    wideFrontmatter,
    '# Modules',
    generatedNote,
    'A module imports from its own band or from one below it, and no import closes a cycle, types included.',
    ...sections,
  ]);
}
