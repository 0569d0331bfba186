/** An extension that cannot be used; the message names it and says what to do. The site does not start with it. */
export class ExtensionError extends Error {
  name = 'ExtensionError';
  constructor(extension, problem, cause) {
    super(`The extension ${JSON.stringify(extension)} ${problem}`, cause === undefined ? undefined : { cause });
  }
}
/** What went wrong, in a few words. */
export function reasonOf(error) {
  return error instanceof Error ? error.message : String(error);
}
