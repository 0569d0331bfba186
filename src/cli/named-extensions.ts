import { builtInExtensions } from '../app/variants.ts';
import { ConfigError, flagOf } from '../config/config.ts';
import type { FoundConfigFile } from '../config/config-file.ts';
import { options } from '../config/options.ts';
import { fileNameOf } from '../config/read-settings.ts';
import type { Extension } from '../extension/definition.ts';
import { loadExtensions, refuseClashes } from '../extension/load-extensions.ts';

/**
 * The extensions that the flag, the environment or the configuration file names. They are loaded before anything else is
 * read, since they bring options and commands of their own.
 */
export async function loadNamedExtensions(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  file: FoundConfigFile | null,
): Promise<readonly Extension[]> {
  const named = flagValue(argv, `--${flagOf(options.extensions)}`) ?? env[options.extensions.env];
  const given = named === undefined ? extensionsIn(file) : (options.extensions.parse(named) ?? []);
  const extensions = await loadExtensions(given);
  refuseClashes([...builtInExtensions, ...extensions]);
  return extensions;
}

/** The form of each entry is checked when it is loaded. */
function extensionsIn(file: FoundConfigFile | null): readonly (Extension | string)[] {
  const listed = file?.members['extensions'] ?? [];
  if (Array.isArray(listed)) return listed;
  throw new ConfigError(`${file?.path}: extensions must be a list of extensions, names of packages, or paths.`);
}

/**
 * The file with the names of its extensions in place of the extensions, which are loaded already, and with their options
 * among the others.
 */
export function withNamedExtensions(file: FoundConfigFile): FoundConfigFile {
  const { extensions, extensionOptions = {}, ...members } = file.members;
  if (typeof extensionOptions !== 'object' || extensionOptions === null || Array.isArray(extensionOptions))
    throw new ConfigError(`${file.path}: extensionOptions must be an object: { PLATEN_SHOP_CURRENCY: 'usd' }.`);
  const named = Object.entries(extensionOptions).map(([env, value]) => [fileNameOf({ env }), value] as const);
  const listed = Array.isArray(extensions) ? extensions.map(nameOf) : extensions;
  const all = { ...members, ...Object.fromEntries(named), ...(listed === undefined ? {} : { extensions: listed }) };
  return { ...file, members: all };
}

const nameOf = (extension: string | Extension): string =>
  typeof extension === 'string' ? extension : String(extension?.name);

function flagValue(argv: readonly string[], flag: string): string | undefined {
  const index = argv.findIndex((word) => word === flag || word.startsWith(`${flag}=`));
  const word = argv[index];
  return word === flag ? argv[index + 1] : word?.slice(flag.length + 1);
}
