import { suggestion } from '../rules/content/closest-name.ts';
import { ConfigError } from './config-error.ts';
/** Joins tables of options; throws where two options have the same name in code or in the environment. */
export function mergeOptions(tables) {
  const merged = {};
  for (const [name, option] of tables.flatMap((table) => Object.entries(table))) {
    const same = Object.entries(merged).find(([known, other]) => known === name || other.env === option.env);
    if (same) throw new ConfigError(`The option ${name} (${option.env}) is declared twice.`);
    merged[name] = option;
  }
  return merged;
}
/**
 * Reads every option of a table. An unknown or malformed setting is rejected, never guessed.
 *
 * @param others options that are known, but read elsewhere
 */
export function readSettings(table, sources, others = {}) {
  refuseUnknown({ ...others, ...table }, sources);
  const values = Object.entries(table).map(([name, option]) => [name, readOption(name, option, sources)]);
  // Each option has parsed the value that is stored under its name.
  return Object.freeze(Object.fromEntries(values));
}
/** Where the value of each option came from. */
export function originsOf(table, sources) {
  return Object.fromEntries(Object.entries(table).map(([name, option]) => [name, originOf(name, option, sources)]));
}
function originOf(name, option, { flags, env, file }) {
  if (flags[flagOf(option)] !== undefined) return 'flag';
  // A variable that is set to nothing counts as not set.
  if (env[option.env]) return 'environment';
  return file?.options[name] === undefined ? 'default' : 'file';
}
function readOption(name, option, sources) {
  const { flags, env, file } = sources;
  const flag = flagOf(option);
  const inFile = file?.options[name];
  const readers = {
    flag: () => [`--${flag}`, flags[flag], flags[flag]],
    environment: () => [option.env, env[option.env], env[option.env]],
    file: () => [`${file?.path}: ${name}`, option.textOf(inFile), inFile],
    default: () => [option.env, option.fallback, option.fallback],
  };
  const [label, text, given] = readers[originOf(name, option, sources)]();
  const value = text === undefined ? undefined : option.parse(text);
  if (value !== undefined) return value;
  const shown = option.secret ? '(hidden)' : JSON.stringify(given);
  throw new ConfigError(`${label} is ${shown}; it must be ${option.expects}.`);
}
/** `PLATEN_DATA_DIR` is `--data-dir` on the command line. */
export function flagOf(option) {
  return option.env
    .replace(/^PLATEN_/, '')
    .toLowerCase()
    .replaceAll('_', '-');
}
/** The name of a declared option in a configuration file: `PLATEN_FORMS_PREFIX` is `formsPrefix`. */
const fileNameOf = (option) => flagOf(option).replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase());
/** Options that extensions declare, by their names in a configuration file. */
export function declaredOptions(declared) {
  return mergeOptions(declared.map((option) => ({ [fileNameOf(option)]: option })));
}
/** Set by our own scripts and tests, not by people. */
const reserved = new Set(['PLATEN_TEST_STORE', 'PLATEN_TEST_MYSQL_URL', 'PLATEN_CONFORMANCE_DIR']);
function refuseUnknown(table, { flags, env, file }) {
  const options = Object.values(table);
  refuseFrom(Object.keys(flags), options.map(flagOf), (name) => `--${name}`);
  const named = Object.keys(env).filter(
    (key) => key.startsWith('PLATEN_') && !reserved.has(key) && !key.startsWith('PLATEN_TEST_'),
  );
  refuseFrom(
    named,
    options.map((option) => option.env),
    (name) => name,
  );
  if (file) refuseFrom(Object.keys(file.options), Object.keys(table), (name) => name, `${file.path}: `);
}
function refuseFrom(given, known, show, where = '') {
  const wrong = given.find((name) => !known.includes(name));
  if (wrong === undefined) return;
  const meant = suggestion(wrong, known).startsWith(' Did') ? suggestion(wrong, known.map(show)) : '';
  throw new ConfigError(`${where}There is no option ${show(wrong)}.${meant} "platen config" lists them all.`);
}
