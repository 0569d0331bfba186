import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type CodeBlock, pathIn, root } from './code-blocks.ts';

const entries = {
  platen: 'src/index.ts',
  'platen/astro': 'src/front-end/astro.ts',
  'platen/client': 'src/client/client.ts',
  'platen/content': 'src/front-end/content.ts',
  'platen/extension': 'src/extension.ts',
  'platen/next': 'src/front-end/next.ts',
  'platen/preview': 'src/front-end/preview.ts',
  'platen/preview/server': 'src/front-end/preview-server.ts',
  'platen/testing': 'src/testing/index.ts',
  'platen/theme': 'src/site/theme/theme.ts',
  'platen/webhook': 'src/front-end/webhook.ts',
};

/** What the tools of a front end declare; only as much as the guides use. */
const declarations = `declare module 'next' {
  export interface NextConfig {
    trailingSlash?: boolean;
    headers?(): Promise<{ source: string; headers: { key: string; value: string }[] }[]>;
  }
}
declare module 'next/navigation' {
  export function notFound(): never;
  export function redirect(to: string): never;
  export function permanentRedirect(to: string): never;
  export function useRouter(): { refresh(): void };
}
declare module 'next/headers' { export function draftMode(): Promise<{ readonly isEnabled: boolean; enable(): void }> }
declare module 'next/cache' {
  export function revalidatePath(path: string, type?: 'layout' | 'page'): void;
  export function revalidateTag(tag: string, profile: string | { expire?: number }): void;
}
declare module 'react' { export function useEffect(effect: () => () => void, needs: readonly unknown[]): void }
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

function nameOf(block: CodeBlock): string {
  const path = pathIn(block);
  const named = path?.includes('/') ? path : `line-${block.line}.${block.language}`;
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
