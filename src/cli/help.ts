import { type Command, CommandError, defineCommand } from '../extension/command.ts';
import { version } from '../lib/program-version.ts';

const listWidth = 60;

/** Lists the commands, or explains one of them. */
export function helpCommand(commands: () => readonly Command[]): Command {
  return defineCommand({
    name: 'help',
    summary: 'List the commands, or explain one.',
    database: 'unused',
    operands: ['command?', 'verb?', 'more?'],
    run: async ({ operands, print }) => {
      const words = [operands.command, operands.verb, operands.more].filter((word) => word !== undefined);
      for (const line of words.length === 0 ? overview(commands()) : explained(words, commands())) print(line);
    },
  });
}

function overview(commands: readonly Command[]): string[] {
  const width = Math.max(...commands.map((command) => usage(command).length), 0);
  return [
    `Platen ${version}: a content server that speaks the wp/v2 REST interface.\n`,
    ...commands.map((command) => `  ${usage(command).padEnd(Math.min(width, listWidth))}  ${command.summary}`),
    '\nWithout a command, Platen serves the site in ./data and makes it first where it is missing.',
    '"platen help COMMAND" explains a command. Every option of "platen config" is also a flag of every command.',
  ];
}

function explained(words: readonly string[], commands: readonly Command[]): string[] {
  for (let count = words.length; count > 0; count -= 1) {
    const name = words.slice(0, count).join(' ');
    const exact = commands.find((command) => command.name === name);
    if (exact) return explainCommand(exact);
    const verbs = commandsOf(name, commands);
    if (verbs.length > 0) return verbs.map((command) => `  ${usage(command)}\n      ${command.summary}`);
  }
  throw new CommandError(`There is no command "${words.join(' ')}". "platen help" lists them all.`);
}

function explainCommand(command: Command): string[] {
  const flags = Object.entries(command.flags ?? {});
  const label = ([name, { value }]: (typeof flags)[number]) => `--${name}${value ? ` ${value}` : ''}`;
  const width = Math.max(0, ...flags.map((flag) => label(flag).length));
  return [
    usage(command),
    `\n${command.summary}`,
    ...(flags.length > 0 ? [''] : []),
    ...flags.map((flag) => `  ${label(flag).padEnd(width)}  ${flag[1].help}`),
  ];
}

/** The commands whose names begin with these words. */
export function commandsOf(words: string, commands: readonly Command[]): readonly Command[] {
  return commands.filter(({ name }) => name.startsWith(`${words} `));
}

/** How a command is called, such as `platen export [FILE] [--archive FILE]`. */
export function usage({ name, operands = [], flags = {} }: Command): string {
  return [
    'platen',
    name,
    ...operands.map((operand) =>
      operand.endsWith('?') ? `[${operand.slice(0, -1).toUpperCase()}]` : operand.toUpperCase(),
    ),
    ...Object.entries(flags).map(([flag, { value }]) => `[--${flag}${value ? ` ${value}` : ''}]`),
  ].join(' ');
}
