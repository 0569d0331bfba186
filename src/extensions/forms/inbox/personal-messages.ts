import { open } from 'node:fs/promises';
import { type ExtensionHost, type PersonalData, unlessAbsent } from '../../../extension.ts';
import { filesOf, keptPath } from './message-files.ts';
import { type MessageRow, messagesTable } from './message-table.ts';
import { holdsAddress, mayHold, removeMessages } from './remove-messages.ts';

const pageSize = 200;

/** What a person has sent with forms: every message that holds one of their addresses, with its files. */
export const personalMessages: PersonalData<Pick<ExtensionHost, 'store' | 'folder'>> = {
  async export({ emails }, { store, folder }, page) {
    const found: MessageRow[] = [];
    let more = false;
    for (const email of emails) {
      const order = { by: 'id', direction: 'asc' } as const;
      const rows = await store
        .table(messagesTable)
        .find(mayHold(email), order, { limit: pageSize, offset: page * pageSize });
      found.push(...rows.filter((row) => holdsAddress(row, email)));
      more ||= rows.length === pageSize;
    }
    const place = await folder('form-files');
    const files = await filesOf(
      store,
      found.map(({ id }) => id),
    );
    return {
      rows: found.map(({ searchText: _all, ...row }) => ({ ...row, received: new Date(row.receivedMs).toISOString() })),
      files: files.map((file) => ({
        name: `${file.messageId}/${file.name}`,
        bytes: file.size,
        // Somebody may have removed it from the folder: the rest is theirs all the same.
        read: async () => (await unlessAbsent(open(keptPath(place, file))))?.createReadStream() ?? null,
      })),
      more,
    };
  },
  async erase({ emails }, { store, folder }, { isDry }) {
    let removed = 0;
    for (const email of emails) {
      for (let after = 0; ; ) {
        const rows = await store
          .table(messagesTable)
          .find({ ...mayHold(email), id: { from: after + 1 } }, undefined, { limit: pageSize, offset: 0 });
        const ids = rows.filter((row) => holdsAddress(row, email)).map(({ id }) => id);
        removed += ids.length;
        if (!isDry) await removeMessages(store, await folder('form-files'), ids);
        if (!isDry && ids.length > 0) return { removed, anonymised: 0, more: true };
        after = rows.at(-1)?.id ?? 0;
        if (rows.length < pageSize) break;
      }
    }
    return { removed, anonymised: 0, more: false };
  },
};
