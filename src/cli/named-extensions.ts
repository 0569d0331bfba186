import { flagOf } from '../config/config.ts';
import { options } from '../config/options.ts';
import type { Extension } from '../extension/definition.ts';
import { loadExtensions, refuseClashes } from '../extension/load-extensions.ts';
import { builtInExtensions } from '../variants.ts';

/**
 * The extensions that the flag or the environment names. They are loaded before anything else is read, since they bring
 * options and commands of their own.
 */
export async function loadNamedExtensions(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly Extension[]> {
  const named = flagValue(argv, `--${flagOf(options.extensions)}`) ?? env[options.extensions.env] ?? '';
  const extensions = await loadExtensions(options.extensions.parse(named) ?? []);
  refuseClashes([...builtInExtensions, ...extensions]);
  return extensions;
}

function flagValue(argv: readonly string[], flag: string): string | undefined {
  const index = argv.findIndex((word) => word === flag || word.startsWith(`${flag}=`));
  const word = argv[index];
  return word === flag ? argv[index + 1] : word?.slice(flag.length + 1);
}
