import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  type Call,
  type Condition,
  type ExtensionMail,
  type InputOf,
  json,
  mailDeliveries,
  millisecondsOf,
  pagingReply,
  type Reply,
  type Route,
  reply,
  replyAs,
  route,
  s,
  writing,
} from '../../../extension.ts';
import { inboxErrors, permitInbox } from '../model/form-errors.ts';
import { changeMessage, sendAgain } from './change-message.ts';
import { filesOf, keptPath } from './message-files.ts';
import { type MessageRow, type MessageStatus, messagesTable } from './message-table.ts';
import { messageCsv, messageSchema, messageSummary, messageSummarySchema, messageView } from './message-view.ts';
import { ownerMail, removeMessages, visitorMail } from './remove-messages.ts';

const path = '/platen/v1/forms/messages';
const item = `${path}/{id:digits}` as const;

/** What the routes of the inbox depend on. */
export interface InboxContext {
  readonly fileFolder: string;
  readonly mail: Pick<ExtensionMail, 'retry'>;
}

/** The messages that forms received: list, show, sort, send again, delete, export. */
export function messageRoutes({ fileFolder, mail }: InboxContext): readonly Route[] {
  return [
    route({
      method: 'GET',
      path,
      summary: 'List what people sent with forms, newest first.',
      args: {
        page: s.integer({ description: 'Page of the list.', minimum: 1, default: 1 }),
        per_page: s.integer({ description: 'How many messages a page holds.', minimum: 1, maximum: 100, default: 20 }),
        ...messageFilters,
      },
      permit: permitInbox,
      response: { schema: json.listOf(messageSummarySchema) },
      shareable: false,
      handle: async (input, call) => {
        const rows = call.store.table(messagesTable);
        const where = filteredMessages(input);
        const { page, per_page: perPage } = input;
        const total = await rows.count(where);
        const found = await rows.find(
          where,
          { by: 'id', direction: 'desc' },
          { limit: perPage, offset: (page - 1) * perPage },
        );
        return reply(found.map(messageSummary), pagingReply({ total, perPage, page, path, input }, call));
      },
    }),
    route({
      method: 'GET',
      path: '/platen/v1/forms/export',
      summary: 'Stream messages as CSV, oldest first.',
      response: { type: 'text/csv' },
      args: messageFilters,
      permit: permitInbox,
      shareable: false,
      handle: (input, call) => {
        const lines = messageCsv(call.store.table(messagesTable), filteredMessages(input));
        return download('text/csv; charset=UTF-8', Readable.from(lines), 'messages.csv');
      },
    }),
    route({
      method: 'GET',
      path: item,
      summary: 'Show a message, its files and its mail.',
      permit: permitInbox,
      response: { schema: messageSchema },
      shareable: false,
      handle: async ({ id }, call) => reply(await shown(await message(id, call), call)),
    }),
    route({
      method: writing,
      path: item,
      summary: 'Mark a message as read or as spam, or move it to the trash or back.',
      args: {
        is_read: s.boolean({ description: 'Whether somebody has read it.' }),
        is_spam: s.boolean({ description: 'Whether it is spam. The mail of one that is not is sent late.' }),
        is_trashed: s.boolean({ description: 'Whether it is in the trash.' }),
        send: s.boolean({ description: 'False: the mail of one that is no spam stays unsent.', default: true }),
      },
      permit: permitInbox,
      response: { schema: messageSchema },
      handle: async ({ id, is_read: isRead, is_spam: isSpam, is_trashed: isTrashed, send }, call) => {
        const found = await message(id, call);
        await changeMessage(call.store, found, { isRead, isSpam, isTrashed, isMailSent: send }, call.now);
        return reply(await shown(await message(id, call), call));
      },
    }),
    route({
      method: 'DELETE',
      path: item,
      summary: 'Remove a message for good, with its files and its mail.',
      permit: permitInbox,
      response: { schema: json.object({ deleted: json.words(true) }) },
      handle: async ({ id }, call) => {
        await message(id, call);
        await removeMessages(call.store, fileFolder, [id]);
        return reply({ deleted: true });
      },
    }),
    route({
      method: 'POST',
      path: `${item}/retry`,
      summary: 'Send the failed mail of a message again.',
      permit: permitInbox,
      response: { schema: messageSchema },
      handle: async ({ id }, call) => {
        await message(id, call);
        if (!(await sendAgain(call.store, id, call.now, mail))) throw inboxErrors.forms_nothing_to_send();
        return reply(await shown(await message(id, call), call));
      },
    }),
    route({
      method: 'GET',
      path: `${item}/files/{file:digits}`,
      summary: 'Download a file that came with a message.',
      response: { type: 'application/octet-stream' },
      permit: permitInbox,
      shareable: false,
      handle: async ({ id, file }, call) => {
        const kept = (await filesOf(call.store, [id])).find((one) => one.id === file);
        const stored = kept && keptPath(fileFolder, kept);
        if (!kept || !stored || !(await stat(stored).catch(() => null))) throw inboxErrors.forms_file_not_kept();
        // Whatever a visitor sent is a file to save, never a page of this site.
        return download('application/octet-stream', createReadStream(stored), kept.name);
      },
    }),
  ];
}

async function message(id: number, { store }: Call): Promise<MessageRow> {
  const [found] = await store.table(messagesTable).find({ id });
  if (!found) throw inboxErrors.forms_message_not_found();
  return found;
}

async function shown(row: MessageRow, { store }: Call) {
  const mails = await mailDeliveries(store, [ownerMail(row.id), visitorMail(row.id)]);
  return messageView(row, await filesOf(store, [row.id]), mails);
}

function download(type: string, body: Readable, name: string): Reply {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return replyAs(type, body, {
    headers: {
      'Content-Disposition': `attachment; filename*=UTF-8''${encoded}`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

const dayMs = 86_400_000;

/** The parts of the inbox; a message in the trash is in no other. */
const messageFolders = {
  inbox: ['pending', 'mail_sent', 'mail_failed', 'no_mail'],
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
