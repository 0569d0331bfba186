import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Every file below a folder of the project, as paths relative to the project. */
export function filesBelow(folder: string): string[] {
  const whole = join(root, folder);
  return readdirSync(whole, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !path.includes('node_modules/'))
    .sort();
}

export const read = (path: string): string => readFileSync(join(root, path), 'utf8');

export const isTest = (path: string): boolean => /\.test(-support)?\.ts$/.test(path);

/** The TypeScript of the product itself: no tests, and not the admin page, which is built apart. */
export const sources = (): string[] => filesBelow('src').filter((path) => path.endsWith('.ts') && !isTest(path));

/** The TypeScript of the admin page. */
export const adminSources = (): string[] =>
  filesBelow('admin/src').filter((path) => /\.tsx?$/.test(path) && !isTest(path));

const statement = /^\s*(?:import|export)\s+(?:type\s+)?(?:[^'";]*?\sfrom\s+)?'(\.[^']+)'/gms;
const dynamic = /\bimport\('(\.[^']+)'\)/g;

/** The files of the project that a file imports, types included. */
export function importsOf(path: string): string[] {
  const text = read(path);
  const targets = [...text.matchAll(statement), ...text.matchAll(dynamic)].map(([, target]) => target ?? '');
  return [...new Set(targets.map((target) => relative(root, resolve(root, dirname(path), target))))];
}

const packageStatement = /^\s*(?:import|export)\s+(?!type\s)(?:[^'";]*?\sfrom\s+)?'([^.'][^']*)'/gms;
const packageDynamic = /\bimport\('([^.'][^']*)'\)/g;

/** The packages of others that a file needs while it runs. */
export function packagesOf(path: string): string[] {
  const text = read(path);
  const names = [...text.matchAll(packageStatement), ...text.matchAll(packageDynamic)].map(([, name = '']) => name);
  const packages = names.map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? '');
  return [...new Set(packages)].filter((name) => !name.startsWith('node:'));
}
