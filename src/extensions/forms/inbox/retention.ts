import { json, parseJsonRecord, type Route, reply, route, type Store, s, writing } from '../../../extension.ts';
import { permitInbox } from '../model/form-errors.ts';
import type { MessageStatus } from './message-table.ts';
import { eraseAddress, removeMatching } from './remove-messages.ts';

const optionName = 'platen_form_retention';
const dayMs = 86_400_000;
export const longestRetentionDays = 3_650;
/** A round removes this many pages of each kind; the next round goes on. */
const pagesPerRound = 20;

/** For how many days messages are kept, by what became of them; 0 keeps them until somebody removes them. */
export interface Retention {
  readonly delivered: number;
  readonly undelivered: number;
  readonly spam: number;
  readonly trash: number;
}

export const retentionSchema = json.object({
  delivered: json.integer,
  undelivered: json.integer,
  spam: json.integer,
  trash: json.integer,
});

const statusesOf = {
  delivered: ['mail_sent', 'no_mail'],
  // A mail that still waits is not old, however long it has waited.
  undelivered: ['mail_failed'],
  spam: ['spam'],
} as const satisfies Record<string, readonly MessageStatus[]>;

/** The days that are set; a value that is none counts as 0. */
export async function readRetention(store: Store): Promise<Retention> {
  return retentionIn(await store.options.get(optionName));
}

function retentionIn(text: string | null): Retention {
  const stored = parseJsonRecord(text ?? '') ?? {};
  const days = (kind: keyof Retention) => {
    const value = stored[kind];
    return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : 0;
  };
  return { delivered: days('delivered'), undelivered: days('undelivered'), spam: days('spam'), trash: days('trash') };
}

/** Changes some of the days. */
export async function writeRetention(store: Store, changes: Partial<Retention>): Promise<Retention> {
  await store.options.change(optionName, (stored) => JSON.stringify({ ...retentionIn(stored), ...changes }));
  return readRetention(store);
}

/** Removes the messages that were kept long enough, with their files and mail. */
export async function removeOutdated(
  store: Store,
  folder: string,
  nowMs: number,
  signal?: AbortSignal,
): Promise<number> {
  const retention = await readRetention(store);
  const limits = { pages: pagesPerRound, ...(signal ? { signal } : {}) };
  let count = 0;
  for (const [kind, statuses] of Object.entries(statusesOf)) {
    // The keys of the table are kinds of retention.
    const days = retention[kind as keyof typeof statusesOf];
    if (days === 0) continue;
    const where = { status: { in: statuses }, trashedMs: 0, receivedMs: { below: nowMs - days * dayMs } };
    count += await removeMatching(store, folder, where, limits);
  }
  if (retention.trash > 0) {
    const where = { trashedMs: { from: 1, below: nowMs - retention.trash * dayMs } };
    count += await removeMatching(store, folder, where, limits);
  }
  return count;
}

const days = (of: string) =>
  s.integer({
    description: `Days for which ${of} are kept; 0 keeps them until somebody removes them.`,
    minimum: 0,
    maximum: longestRetentionDays,
  });

/** How long messages are kept, and the removal of everything that somebody sent. */
export function privacyRoutes({ fileFolder }: { readonly fileFolder: string }): readonly Route[] {
  return [
    route({
      method: 'GET',
      path: '/platen/v1/forms/retention',
      summary: 'Show for how many days messages are kept.',
      permit: permitInbox,
      response: { schema: retentionSchema },
      shareable: false,
      handle: async (_input, { store }) => reply(await readRetention(store)),
    }),
    route({
      method: writing,
      path: '/platen/v1/forms/retention',
      summary: 'Set for how many days messages are kept.',
      args: {
        delivered: days('messages whose mail was sent'),
        undelivered: days('messages whose mail failed'),
        spam: days('spam messages'),
        trash: days('messages in the trash'),
      },
      permit: permitInbox,
      response: { schema: retentionSchema },
      handle: async (input, { store, now }) => {
        const given = Object.entries(input).filter(([, value]) => value !== undefined);
        const retention = await writeRetention(store, Object.fromEntries(given));
        await removeOutdated(store, fileFolder, now);
        return reply(retention);
      },
    }),
    route({
      method: 'POST',
      path: '/platen/v1/forms/erasure',
      summary: 'Remove every message that holds an e-mail address, with its files and its mail.',
      args: {
        address: s.string({
          description: 'The whole address.',
          required: true,
          check: (text: string) => (/^\S+@\S+$/.test(text.trim()) ? null : 'Name a whole mail address.'),
        }),
      },
      permit: permitInbox,
      response: { schema: json.object({ removed: json.integer }) },
      handle: async ({ address }, { store }) =>
        reply({ removed: await eraseAddress(store, fileFolder, address.trim()) }),
    }),
  ];
}
