import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type CodeBlock, root } from './code-blocks.ts';

const entries = {
  platen: 'src/index.ts',
  'platen/client': 'src/client/client.ts',
  'platen/extension': 'src/extension.ts',
  'platen/testing': 'src/testing/index.ts',
  'platen/theme': 'src/site/theme/theme.ts',
};

/** What the tools of a front end declare; only as much as the guides use. */
const declarations = `declare module 'next/navigation' { export function notFound(): never }
declare module 'next/cache' { export function revalidatePath(path: string, type?: 'layout' | 'page'): void }
declare namespace JSX { interface IntrinsicElements { [name: string]: unknown } }
declare const Astro: { readonly props: unknown; readonly params: Readonly<Record<string, string | undefined>> };
`;

/**
 * Writes blocks into a folder of the project, one folder for each page, where the exports of the package are those of this
 * checkout. A block whose first line is a path in a comment is stored under it, so that blocks can import each other.
 */
export async function writeBlocks(blocks: readonly CodeBlock[]): Promise<{ folder: string; files: string[] }> {
  const folder = await mkdtemp(join(root, '.guide-'));
  const files: string[] = [];
  for (const block of blocks) {
    const file = join(folder, block.page.replace(/\W/g, '_'), nameOf(block));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, withSources(block));
    files.push(file);
  }
  await writeFile(join(folder, 'globals.d.ts'), declarations);
  const compilerOptions = {
    module: 'esnext',
    moduleResolution: 'bundler',
    moduleDetection: 'force',
    rewriteRelativeImportExtensions: false,
    jsx: 'preserve',
    // Examples declare what a reader will use, not only what they use themselves.
    noUnusedLocals: false,
  };
  const settings = { extends: '../tsconfig.json', compilerOptions, include: ['**/*.ts', '**/*.tsx'], exclude: [] };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  return { folder, files };
}

function nameOf({ language, code, line }: CodeBlock): string {
  const [, path] = /^(?:---\n)?\/\/ ([\w./[\]-]+\.(?:tsx?|astro))\n/.exec(code) ?? [];
  const named = path?.includes('/') ? path : `line-${line}.${language}`;
  return named.replace(/\.astro$/, '.astro.ts');
}

/** The code with the package's entry points replaced by their sources; of an Astro page only its script. */
function withSources({ language, code }: CodeBlock): string {
  const script = language === 'astro' ? (code.split(/^---$/m)[1] ?? '') : code;
  return Object.entries(entries).reduce(
    (text, [name, source]) => text.replaceAll(`from '${name}'`, `from '${join(root, source)}'`),
    script,
  );
}
