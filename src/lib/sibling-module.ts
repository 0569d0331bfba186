import { extname } from 'node:path';

/**
 * The module of this name beside another one, for a thread or process to run. The source and the build have different
 * extensions, and the compiler rewrites only those of imports.
 */
export function siblingModuleUrl(name: string, of: string): URL {
  return new URL(name + extname(new URL(of).pathname), of);
}
