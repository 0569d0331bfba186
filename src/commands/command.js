/** A command whose `run` gets only the operands and flags it declares. */
export function defineCommand(row) {
  return row;
}
/** An error that the user can fix; shown without a stack. */
export class CommandError extends Error {}
/** A command line that names no command; the message is the usage, and the exit status is 2. */
export class UsageError extends CommandError {}
