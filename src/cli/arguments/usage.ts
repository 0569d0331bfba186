import type { Command } from '../../commands/command.ts';

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
