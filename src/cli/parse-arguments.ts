import { type Command, CommandError } from './command.ts';

export interface ParsedArguments {
  readonly command: Command;
  readonly operands: Readonly<Record<string, string | undefined>>;
  /** Flags of the command. */
  readonly flags: Readonly<Record<string, string | undefined>>;
  /** Flags that set an option of the program. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Reads the command line against the table of commands. What it does not understand it names. */
export function parseArguments(argv: readonly string[], commands: readonly Command[]): ParsedArguments {
  const { words, flags } = split(argv, commands);
  const command = [...commands]
    .sort((a, b) => b.name.length - a.name.length)
    .find((one) => starts(words, one.name.split(' ')));
  if (!command) throw new CommandError(`There is no command "${words.join(' ')}". "platen help" lists them all.`);
  const given = words.slice(command.name.split(' ').length);
  const names = command.operands ?? [];
  if (given.length > names.length)
    throw new CommandError(`"${given[names.length]}" is one word too many. Usage: ${usage(command)}`);
  const missing = names.find((name, i) => !name.endsWith('?') && given[i] === undefined);
  if (missing) throw new CommandError(`${missing} is missing. Usage: ${usage(command)}`);
  const operands = Object.fromEntries(names.map((name, i) => [name.replace('?', ''), given[i]]));
  const own = Object.entries(flags).filter(([name]) => command.flags && name in command.flags);
  const settings = Object.entries(flags).filter(([name]) => !command.flags || !(name in command.flags));
  return { command, operands, flags: Object.fromEntries(own), settings: Object.fromEntries(settings) };
}

export function usage(command: Command): string {
  const operands = (command.operands ?? []).map((name) =>
    name.endsWith('?') ? `[${name.slice(0, -1).toUpperCase()}]` : name.toUpperCase(),
  );
  const flags = Object.entries(command.flags ?? {}).map(
    ([name, flag]) => `[--${name}${flag.value ? ` ${flag.value}` : ''}]`,
  );
  return ['platen', command.name, ...operands, ...flags].join(' ');
}

function starts(words: readonly string[], name: readonly string[]): boolean {
  return name.every((word, i) => words[i] === word);
}

function split(
  argv: readonly string[],
  commands: readonly Command[],
): { words: string[]; flags: Record<string, string> } {
  const switches = new Set(
    commands.flatMap((command) =>
      Object.entries(command.flags ?? {}).flatMap(([name, flag]) => (flag.value ? [] : [name])),
    ),
  );
  const words: string[] = [];
  const flags: Record<string, string> = {};
  for (let i = 0; i < argv.length; i++) {
    const argument = argv[i] as string;
    if (!argument.startsWith('--') || argument === '--') {
      if (argument !== '--') words.push(argument);
      continue;
    }
    const [name, inline] = cut(argument.slice(2));
    if (inline !== undefined || switches.has(name)) flags[name] = inline ?? '';
    else {
      const value = argv[++i];
      if (value === undefined) throw new CommandError(`--${name} needs a value.`);
      flags[name] = value;
    }
  }
  return { words, flags };
}

function cut(text: string): [name: string, value: string | undefined] {
  const at = text.indexOf('=');
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
