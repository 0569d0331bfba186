import { hash } from 'node:crypto';
import type { ExtensionTable, Store } from '../../../extension.ts';

export type NoticeTone = 'info' | 'note' | 'success' | 'error';

export interface NoticeLink {
  readonly url: string;
  readonly title: string;
}

interface NoticeRow {
  id: number;
  digest: string;
  tone: string;
  text: string;
  links: readonly NoticeLink[];
  atMs: number;
  times: number;
}

/** Notices for the administrator; plain text only, to be escaped where they are shown. */
export const noticeTable: ExtensionTable<NoticeRow> = {
  name: 'cache_notices',
  columns: { id: 'id', digest: 'short', tone: 'short', text: 'text', links: 'json', atMs: 'integer', times: 'integer' },
  key: 'id',
  unique: [['digest']],
};

const mostNotices = 50;

/** Adds a notice for the administrator; a repeated text only increases its count. */
export function raiseNotice(
  store: Store,
  notice: { tone: NoticeTone; text: string; links?: readonly NoticeLink[] },
  nowMs: number,
): Promise<void> {
  if (notice.text === '') return Promise.resolve();
  return store.transaction(async (inside) => {
    await inside.lock('cache notices');
    const notices = inside.table(noticeTable);
    const digest = hash('sha256', `${notice.tone} ${notice.text}`);
    if ((await notices.increase({ digest }, { times: 1 })) > 0) {
      await notices.update({ digest }, { atMs: nowMs });
      return;
    }
    await notices.insert({ ...notice, links: notice.links ?? [], digest, atMs: nowMs, times: 1 });
    const old = await notices.find({}, { by: 'atMs', direction: 'desc' }, { limit: 100, offset: mostNotices });
    if (old.length > 0) await notices.remove({ id: { in: old.map(({ id }) => id) } });
  });
}

/** The newest first. */
export const listNotices = (store: Store): Promise<NoticeRow[]> =>
  store.table(noticeTable).find({}, { by: 'atMs', direction: 'desc' });

export const clearNotices = (store: Store): Promise<number> => store.table(noticeTable).remove({});

const longest = 500;
/** Text beyond this length is not processed. */
const examined = 8_000;

/** Converts text from outside to plain text: no markup, no control characters, only a few lines. */
export function noticeText(value: unknown): string {
  if (typeof value !== 'string') return '';
  const bare = value
    .slice(0, examined)
    .toWellFormed()
    .replace(/<(script|style)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<[^>]*(?:>|$)/g, ' ')
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/ {2,}/g, ' ');
  return bare.trim().slice(0, longest);
}
