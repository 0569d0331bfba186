import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const source = fileURLToPath(new URL('../src', import.meta.url));

/**
 * Which room may import which; the picture in docs/architecture.md shows the same. `:types` allows types only.
 * A room is a folder of src, a folder of storage or extensions, or a file at the top.
 */
const arrows: Readonly<Record<string, readonly string[]>> = {
  'main.ts': ['cli'],
  'app.ts': ['api', 'app', 'config', 'extension.ts', 'jobs', 'media', 'resources', 'setup', 'storage'],
  app: [
    'api',
    'auth',
    'cache',
    'config',
    'content',
    'errors.ts',
    'extension.ts',
    'fetch',
    'http',
    'kinds',
    'mail',
    'media',
    'resources',
    'storage',
    'variants.ts',
  ],
  'variants.ts': ['api', 'extension.ts', 'extensions/*'],
  'extension.ts': [
    'api',
    'cli',
    'config:types',
    'content',
    'errors.ts',
    'errors.ts',
    'fetch',
    'http:types',
    'kinds',
    'mail',
    'media',
    'schema',
    'storage',
  ],
  cli: [
    'app',
    'app.ts',
    'auth',
    'config',
    'content',
    'errors.ts',
    'exchange',
    'fetch',
    'kinds',
    'media',
    'resources',
    'setup',
    'storage',
    'variants.ts',
  ],
  exchange: [
    'auth',
    'config:types',
    'content',
    'errors.ts',
    'extension.ts:types',
    'fetch',
    'kinds',
    'mail',
    'media',
    'schema',
    'storage',
  ],
  setup: ['auth', 'config:types', 'content', 'kinds', 'storage'],
  http: ['api', 'errors.ts'],
  cache: ['http', 'storage:types'],
  resources: ['api', 'auth', 'content', 'errors.ts', 'kinds', 'media', 'schema', 'storage'],
  kinds: ['api', 'content', 'errors.ts', 'media', 'schema', 'storage'],
  jobs: ['content', 'errors.ts', 'kinds', 'storage'],
  auth: ['api', 'content', 'errors.ts', 'schema', 'storage'],
  api: ['content', 'errors.ts', 'record-shape.ts', 'schema', 'storage:types'],
  media: ['api:types', 'config:types', 'content', 'errors.ts', 'http:types', 'storage'],
  mail: ['config:types', 'content', 'errors.ts', 'extension.ts:types', 'storage'],
  fetch: ['errors.ts'],
  storage: ['content', 'errors.ts', 'storage/sqlite', 'storage/mariadb'],
  'storage/sqlite': ['content', 'errors.ts', 'record-shape.ts', 'storage'],
  'storage/mariadb': ['content', 'errors.ts', 'storage'],
  'extensions/*': ['extension.ts'],
  schema: [],
  content: ['content/text', 'errors.ts', 'schema'],
  'content/text': [],
  config: [],
  'errors.ts': [],
  'record-shape.ts': [],
};

interface Import {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly typesOnly: boolean;
}

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'admin' ? [] : files(path);
    return entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts') ? [path] : [];
  });
}

function roomOf(path: string): string {
  const [first, second] = relative(source, path).split('/');
  if (first === 'storage' && (second === 'sqlite' || second === 'mariadb')) return `storage/${second}`;
  if (first === 'content' && second === 'text') return 'content/text';
  return first === 'extensions' ? `extensions/${second}` : (first as string);
}

const statement = /^\s*(import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'(\.[^']+)'/gms;

function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(statement)].map(([, , type, target]) => ({
    file: relative(source, file),
    from: roomOf(file),
    to: roomOf(resolve(dirname(file), target as string)),
    typesOnly: type !== undefined,
  }));
}

function mayImport({ from, to, typesOnly }: Import): boolean {
  if (from === to) return true;
  const allowed = arrows[from] ?? arrows[from.replace(/\/.*/, '/*')] ?? [];
  // Text is a room of its own inside content; from outside it is content.
  const target = to.startsWith('extensions/')
    ? 'extensions/*'
    : to === 'content/text' && from !== 'content'
      ? 'content'
      : to;
  return allowed.includes(target) || (typesOnly && allowed.includes(`${target}:types`));
}

describe('imports run one way', () => {
  const imports = files(source).flatMap(importsOf);

  it('finds imports to judge', () => {
    expect(imports.length).toBeGreaterThan(50);
  });

  it('follows the arrows', () => {
    const wrong = imports
      .filter((one) => !mayImport(one))
      .map((one) => `${one.file} imports ${one.to}${one.typesOnly ? ' (types)' : ''}`);
    expect(wrong).toEqual([]);
  });
});
