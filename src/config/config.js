import { options } from './options.ts';
import { declaredOptions, flagOf, mergeOptions, readSettings } from './read-settings.ts';

export { ConfigError } from './config-error.ts';
export { flagOf } from './read-settings.ts';
/** Every option: those of the core, then those that extensions declare. */
export function allOptions(declared = []) {
  return mergeOptions([options, declaredOptions(declared)]);
}
/**
 * Reads flags, then environment, then the configuration file, then defaults.
 *
 * @param declared the options of extensions
 */
export function readConfig(sources, declared = []) {
  const own = declaredOptions(declared);
  const values = readSettings(own, sources, options);
  return Object.freeze({
    ...readSettings(options, sources, own),
    content: sources.file?.content ?? {},
    extensionOptions: Object.fromEntries(Object.entries(own).map(([name, { env }]) => [env, values[name]])),
  });
}
/** Each option with its value as text, secrets hidden. */
export function showConfig(config, origins = {}, declared = []) {
  const values = { ...config };
  return Object.entries(allOptions(declared)).map(([name, option]) => {
    const value = Object.hasOwn(options, name) ? values[name] : config.extensionOptions[option.env];
    const isSet = value !== '' && value !== null;
    return {
      env: option.env,
      flag: `--${flagOf(option)}`,
      name,
      value: option.secret && isSet ? '(hidden)' : shown(value),
      origin: origins[name] ?? 'default',
      help: option.help,
    };
  });
}
function shown(value) {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value)) return value.map((one) => (typeof one === 'object' ? one.name : one)).join(',');
  return String(value ?? '');
}
