import { type Condition, type InputOf, millisecondsOf, s } from '../../../extension.ts';
import type { MessageRow, MessageStatus } from './message-table.ts';

const dayMs = 86_400_000;

/** The parts of the inbox; a message in the trash is in no other. */
const messageFolders = {
  inbox: ['pending', 'mail_sent', 'mail_failed'],
  undelivered: ['pending', 'mail_failed'],
  spam: ['spam'],
  trash: null,
} as const satisfies Record<string, readonly MessageStatus[] | null>;

const day = (description: string) =>
  s.string({
    description,
    check: (text: string) => (Number.isNaN(startOfDay(text)) ? 'Write the day as YYYY-MM-DD.' : null),
  });

/** What a list or an export of messages may be narrowed by. */
export const messageFilters = {
  folder: s.string({
    description: 'Which messages: those that arrived, those without their mail, spam, or the trash.',
    enum: ['inbox', 'undelivered', 'spam', 'trash'],
    default: 'inbox',
  }),
  form: s.integer({ description: 'Only messages of this form.', minimum: 1 }),
  search: s.string({ description: 'Only messages that hold this text.' }),
  unread: s.boolean({ description: 'Only messages that nobody has read.' }),
  from: day('First day, YYYY-MM-DD, in UTC.'),
  to: day('Last day, YYYY-MM-DD, in UTC.'),
};

/** The filter as a condition on the table. */
export function filteredMessages(input: InputOf<typeof messageFilters>): Condition<MessageRow> {
  const statuses = messageFolders[input.folder];
  const received = {
    ...(input.from === undefined ? {} : { from: startOfDay(input.from) }),
    ...(input.to === undefined ? {} : { below: startOfDay(input.to) + dayMs }),
  };
  return {
    ...(statuses ? { status: { in: statuses }, trashedMs: 0 } : { trashedMs: { from: 1 } }),
    ...(input.form === undefined ? {} : { formId: input.form }),
    ...(input.search ? { searchText: { contains: input.search } } : {}),
    ...(input.unread ? { isRead: 0 } : {}),
    ...(Object.keys(received).length > 0 ? { receivedMs: received } : {}),
  };
}

function startOfDay(text: string): number {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? millisecondsOf(`${text} 00:00:00`) : Number.NaN;
}
