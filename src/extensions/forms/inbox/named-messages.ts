import { type CommandContext, CommandError, type Condition, millisecondsOf } from '../../../extension.ts';
import { type MessageRow, messageStatuses, messagesTable } from './message-table.ts';

/** The flags that filter messages. */
export const filters = {
  form: { help: 'Only messages of this form.', value: 'ID' },
  status: { help: 'Only mail_sent, mail_failed, pending or spam.', value: 'STATUS' },
  search: { help: 'Only messages that hold this text.', value: 'TEXT' },
  from: { help: 'First day, YYYY-MM-DD.', value: 'DAY' },
  to: { help: 'Last day, YYYY-MM-DD.', value: 'DAY' },
} as const;

/** The message that a command names by its id. */
export async function namedMessage({ operands, store }: CommandContext): Promise<MessageRow> {
  const id = Number(operands['id']);
  const [message] = Number.isSafeInteger(id) ? await (await store()).table(messagesTable).find({ id }) : [];
  if (!message) throw new CommandError(`There is no message ${operands['id'] ?? ''}.`);
  return message;
}

/** The messages that match the flags of a command. */
export function chosenMessages({ flags }: CommandContext): Condition<MessageRow> {
  const { form, status, search } = flags;
  if (form !== undefined && !/^\d+$/.test(form)) throw new CommandError('A form is named by its number.');
  const [from, below] = [day(flags['from'], 0), day(flags['to'], 1)];
  return {
    ...(form === undefined ? {} : { formId: Number(form) }),
    ...(status === undefined ? {} : { status: statusNamed(status) }),
    ...(search === undefined ? {} : { searchText: { contains: search } }),
    ...(from === undefined && below === undefined
      ? {}
      : { receivedMs: { ...(from === undefined ? {} : { from }), ...(below === undefined ? {} : { below }) } }),
  };
}

function statusNamed(text: string): MessageRow['status'] {
  const status = messageStatuses.find((one) => one === text);
  if (!status) throw new CommandError(`"${text}" is no status; write one of ${messageStatuses.join(', ')}.`);
  return status;
}

/** The start of a UTC day, or of the day this many days later. */
function day(text: string | undefined, later: number): number | undefined {
  if (text === undefined) return undefined;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? millisecondsOf(`${text} 00:00:00`) : Number.NaN;
  if (Number.isNaN(at)) throw new CommandError(`"${text}" is no day; write YYYY-MM-DD.`);
  return at + later * 86_400_000;
}
