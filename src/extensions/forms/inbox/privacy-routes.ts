import { json, type Route, reply, route, s, writing } from '../../../extension.ts';
import { eraseAddress } from './erase-messages.ts';
import { permitInbox } from './inbox-errors.ts';
import { longestRetentionDays, readRetention, removeOutdated, retentionSchema, writeRetention } from './retention.ts';

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
      answers: { schema: retentionSchema },
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
      answers: { schema: retentionSchema },
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
      answers: { schema: json.object({ removed: json.integer }) },
      handle: async ({ address }, { store }) =>
        reply({ removed: await eraseAddress(store, fileFolder, address.trim()) }),
    }),
  ];
}
