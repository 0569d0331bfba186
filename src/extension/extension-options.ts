import { ConfigError } from '../config/config.ts';
import type { Option } from '../config/option.ts';
import type { Extension } from './definition.ts';

/** Every option of the extensions, each once: two may share one. */
export function optionsOf(extensions: readonly Extension[]): readonly Option<unknown>[] {
  const declared = extensions.flatMap((extension) => Object.values(extension.options ?? {}));
  return [...new Map(declared.map((option) => [option.env, option])).values()];
}

/** The options of one extension by its own names, from values by the names of the environment. */
export function extensionOptionValues(
  extension: Extension,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const named = Object.entries(extension.options ?? {}).map(
    ([name, option]) => [name, optionValue(option, values)] as const,
  );
  return Object.freeze(Object.fromEntries(named));
}

/** A value given by a program is checked like one of the environment. */
function optionValue(option: Option<unknown>, values: Readonly<Record<string, unknown>>): unknown {
  const given = values[option.env];
  const text =
    given === undefined
      ? option.fallback
      : given === null
        ? ''
        : Array.isArray(given)
          ? given.join(',')
          : String(given);
  const value = option.parse(text);
  if (value !== undefined) return value;
  const shown = option.secret ? '(hidden)' : JSON.stringify(text);
  throw new ConfigError(`${option.env} is ${shown}; it must be ${option.expects}.`);
}
