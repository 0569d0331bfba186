import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { flagOf } from '../config/config.ts';
import type { Option } from '../config/option.ts';
import { options } from '../config/options.ts';
import { type Command, CommandError, UsageError } from '../extension/command.ts';
import { commandsOf, usage } from './help.ts';

export interface ParsedArguments {
  readonly command: Command;
  readonly operands: Readonly<Record<string, string | undefined>>;
  /** Flags of the command. */
  readonly flags: Readonly<Record<string, string | undefined>>;
  /** Flags that set an option of the configuration. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Parses the command line by the table of commands. An error names what was not understood. */
export function parseArguments(
  argv: readonly string[],
  commands: readonly Command[],
  declared: readonly Option<unknown>[] = [],
): ParsedArguments {
  const { words, flags } = readTokens(argv, knownFlags(commands, declared));
  const command = commands
    .toSorted((a, b) => b.name.length - a.name.length)
    .find(({ name }) => name.split(' ').every((word, i) => words[i] === word));
  if (!command) throw unknownCommand(words, commands);
  const own = new Set(Object.keys(command.flags ?? {}));
  return {
    command,
    operands: readOperands(command, words.slice(command.name.split(' ').length)),
    flags: Object.fromEntries([...flags].filter(([name]) => own.has(name))),
    settings: Object.fromEntries([...flags].filter(([name]) => !own.has(name))),
  };
}

function unknownCommand(words: readonly string[], commands: readonly Command[]): CommandError {
  const verbs = commandsOf(words.join(' '), commands);
  if (verbs.length > 0) return new UsageError(`Usage:\n${verbs.map((verb) => `  ${usage(verb)}`).join('\n')}`);
  return new CommandError(`There is no command "${words.join(' ')}". "platen help" lists them all.`);
}

function readOperands(command: Command, given: readonly string[]): ParsedArguments['operands'] {
  const names = command.operands ?? [];
  if (given.length > names.length)
    throw new CommandError(`"${given[names.length]}" is one word too many. Usage: ${usage(command)}`);
  const missing = names.find((name, i) => !name.endsWith('?') && given[i] === undefined);
  if (missing) throw new CommandError(`${missing} is missing. Usage: ${usage(command)}`);
  return Object.fromEntries(names.map((name, i) => [name.replace('?', ''), given[i]]));
}

/** Not strict, so that we write the error messages; each flag is validated by its token. */
function readTokens(argv: readonly string[], known: ParseArgsOptionsConfig) {
  const { tokens } = parseArgs({
    args: [...argv],
    options: known,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const words: string[] = [];
  const flags = new Map<string, string>();
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value);
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    if (!Object.hasOwn(known, name))
      throw new CommandError(`There is no option ${rawName}. "platen config" lists them all.`);
    const takesValue = known[name]?.type === 'string';
    if (takesValue && value === undefined) throw new CommandError(`${rawName} needs a value.`);
    if (!takesValue && value !== undefined) throw new CommandError(`${rawName} takes no value.`);
    flags.set(name, value ?? '');
  }
  return { words, flags };
}

/** Flags of all commands and all options: which flags take a value must be known before the command is. */
function knownFlags(commands: readonly Command[], declared: readonly Option<unknown>[]): ParseArgsOptionsConfig {
  const ofCommands = commands.flatMap(({ flags = {} }) => Object.entries(flags));
  return Object.fromEntries([
    ...[...Object.values<Option<unknown>>(options), ...declared].map(
      (option) => [flagOf(option), { type: 'string' }] as const,
    ),
    ...ofCommands.map(([name, { value }]) => [name, { type: value ? 'string' : 'boolean' }] as const),
  ]);
}

/** Translates the customary spellings to commands: `--help`, `--version`, and no command at all, which serves. */
export function normalArguments(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  const before = end < 0 ? argv : argv.slice(0, end);
  if (before.some((word) => word === '--help' || word === '-h'))
    return ['help', ...before.filter((word) => !word.startsWith('-') && word !== 'help').slice(0, 3)];
  const [first] = argv;
  if (first === '--version' || first === '-v' || first === '-V') return ['version'];
  return first === undefined || first.startsWith('-') ? ['serve', ...argv] : argv;
}
