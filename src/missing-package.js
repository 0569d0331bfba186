import { createRequire } from 'node:module';
import { errorCode } from './error-code.ts';
/** A package that only some sites need is not installed; the message says how to install it. */
export class MissingPackage extends Error {
  constructor(name, purpose, options) {
    super(
      `${purpose} needs the package ${name}, which is not installed. Install it beside Platen: npm install ${name}`,
      options,
    );
    this.name = 'MissingPackage';
  }
}
/** Loads a package that may be missing. `purpose` is what needs it, as the subject of a sentence. */
export async function loadOptional(name, purpose, load) {
  try {
    return await load();
  } catch (error) {
    const isMissing = /^ERR_MODULE_NOT_FOUND$|^MODULE_NOT_FOUND$/.test(errorCode(error));
    if (isMissing && String(error).includes(`'${name}'`)) throw new MissingPackage(name, purpose, { cause: error });
    throw error;
  }
}
/** Throws where a package that is loaded later is not installed. */
export function requireOptional(name, purpose) {
  try {
    createRequire(import.meta.url).resolve(name);
  } catch (error) {
    throw new MissingPackage(name, purpose, { cause: error });
  }
}
