import { createRequire } from 'node:module';

/** The code of an error of the system, such as `ENOENT`; an empty text where it has none. Also of another realm, as in jest. */
export function errorCode(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

/** The value of some work; null where it failed with one of these codes. Any other failure stays one. */
export async function unless<T>(codes: readonly string[], work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (codes.includes(errorCode(error))) return null;
    throw error;
  }
}

/** What is read of a file or folder; null where there is none of this name. */
export const unlessAbsent = <T>(work: Promise<T>): Promise<T | null> =>
  unless(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP'], work);

/** A package that only some sites need is not installed; the message says how to install it. */
export class MissingPackage extends Error {
  constructor(name: string, purpose: string, options?: { cause?: unknown }) {
    super(
      `${purpose} needs the package ${name}, which is not installed. Install it beside Platen: npm install ${name}`,
      options,
    );
    this.name = 'MissingPackage';
  }
}

/** Loads a package that may be missing. `purpose` is what needs it, as the subject of a sentence. */
export async function loadOptional<T>(name: string, purpose: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const isMissing = /^ERR_MODULE_NOT_FOUND$|^MODULE_NOT_FOUND$/.test(errorCode(error));
    if (isMissing && String(error).includes(`'${name}'`)) throw new MissingPackage(name, purpose, { cause: error });
    throw error;
  }
}

/** Throws where a package that is loaded later is not installed. */
export function requireOptional(name: string, purpose: string): void {
  try {
    createRequire(import.meta.url).resolve(name);
  } catch (error) {
    throw new MissingPackage(name, purpose, { cause: error });
  }
}
