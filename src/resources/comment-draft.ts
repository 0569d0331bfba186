import { isIPv4 } from 'node:net';
import type { Call } from '../api/call.ts';
import { storeUrl } from '../content/text/clean-url.ts';
import { storeComment, storePersonName } from '../content/text/store.ts';
import { readDate } from '../kinds/post-dates.ts';

/** What a request wants a comment to be; what is left out was not sent. */
export interface CommentDraft {
  userId?: number;
  authorName?: string;
  authorEmail?: string;
  authorUrl?: string;
  authorIp?: string;
  userAgent?: string;
  /** Ready to be stored. */
  content?: string;
  /** Whether something was written, whatever the filter left of it. */
  saysNothing?: boolean;
  date?: string;
  dateGmt?: string;
  parentId?: number;
  postId?: number;
  status?: string;
}

/** How each field goes into a draft. */
export const commentWrites = {
  author: (draft: CommentDraft, value: number) => {
    draft.userId = value;
  },
  authorName: (draft: CommentDraft, value: string) => {
    draft.authorName = storePersonName(value);
  },
  authorEmail: (draft: CommentDraft, value: string) => {
    draft.authorEmail = value;
  },
  authorUrl: (draft: CommentDraft, value: string) => {
    draft.authorUrl = storeUrl(value);
  },
  authorIp: (draft: CommentDraft, value: string) => {
    draft.authorIp = plainAddress(value);
  },
  userAgent: (draft: CommentDraft, value: string) => {
    draft.userAgent = value;
  },
  content: (draft: CommentDraft, value: unknown, { caller }: Call) => {
    const raw = rawText(value);
    if (raw === null) return;
    draft.saysNothing = raw === '';
    draft.content = storeComment(raw, { unfiltered: caller.can('unfiltered_html') });
  },
  date: (draft: CommentDraft, value: string, { site }: Call) => {
    const date = readDate(value, 'local', site.zone);
    if (date) Object.assign(draft, { date: date.local, dateGmt: date.gmt });
  },
  /** The date of the site's time wins where both are sent; its field comes first. */
  dateGmt: (draft: CommentDraft, value: string, { site }: Call) => {
    const date = draft.date === undefined ? readDate(value, 'gmt', site.zone) : null;
    if (date) Object.assign(draft, { date: date.local, dateGmt: date.gmt });
  },
  parent: (draft: CommentDraft, value: number) => {
    draft.parentId = Math.max(0, value);
  },
  post: (draft: CommentDraft, value: number) => {
    draft.postId = value;
  },
  status: (draft: CommentDraft, value: string) => {
    draft.status = value;
  },
};

/** A network address of version 4 is written as one, even where it came dressed as version 6. */
export function plainAddress(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  return mapped !== undefined && isIPv4(mapped) ? mapped : address;
}

function rawText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  const raw = value !== null && typeof value === 'object' ? (value as { raw?: unknown }).raw : null;
  return typeof raw === 'string' ? raw : null;
}
