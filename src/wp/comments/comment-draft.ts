import { isIPv4 } from 'node:net';
import type { Call } from '../../api/call.ts';
import type { SentText } from '../../lib/schema/schema.ts';
import { storeUrl } from '../../text/sanitise/clean-url.ts';
import { storePersonName } from '../../text/sanitise/store-text.ts';
import { readDate } from '../posts/operations/post-draft.ts';

/** The requested values of a comment; a value left out was not sent. */
export interface CommentDraft {
  userId?: number;
  authorName?: string;
  authorEmail?: string;
  authorUrl?: string;
  authorIp?: string;
  userAgent?: string;
  /** As sent; how it is cleaned depends on the author of the comment. */
  sentText?: string;
  date?: string;
  dateGmt?: string;
  parentId?: number;
  postId?: number;
  status?: string;
  /** Left out for a plain comment. */
  type?: string;
}

/** How each field is written to a draft. */
export const commentWrites = {
  author: (draft: CommentDraft, value: number) => {
    draft.userId = value;
  },
  content: (draft: CommentDraft, value: SentText) => {
    draft.sentText = typeof value === 'string' ? value : value.raw;
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
  date: (draft: CommentDraft, value: string, { site }: Call) => {
    const date = readDate(value, 'local', site.zone);
    if (date) Object.assign(draft, { date: date.local, dateGmt: date.gmt });
  },
  /** `date`, in the site's time zone, takes precedence if both are sent; its field comes first. */
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

/** Converts an IPv4-mapped IPv6 address to IPv4. */
export function plainAddress(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  return mapped !== undefined && isIPv4(mapped) ? mapped : address;
}
