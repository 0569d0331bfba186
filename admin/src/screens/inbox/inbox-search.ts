export const messageFolders = ['inbox', 'undelivered', 'spam', 'trash'] as const;
export type MessageFolder = (typeof messageFolders)[number];

/** What of the inbox an address may name. */
export interface InboxSearch {
  readonly form?: number;
  readonly folder?: MessageFolder;
}

/** Reads an address; what is not understood is left out. */
export function readInboxSearch(raw: Readonly<Record<string, unknown>>): InboxSearch {
  const form = Number(raw['form']);
  const folder = messageFolders.find((one) => one === raw['folder']);
  return {
    ...(Number.isSafeInteger(form) && form > 0 ? { form } : {}),
    ...(folder && folder !== 'inbox' ? { folder } : {}),
  };
}
