import { defineErrors } from '../../lib/errors.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';

const shortestPreviewSeconds = 60;
const longestPreviewSeconds = 30 * 86_400;

const changesFacts = {
  description:
    'Values that are not saved, under the names of the item itself: title, content, excerpt, featured_media, meta and its terms.',
};

/** The arguments of a new preview. */
export const previewArguments = {
  post: s.integer({ required: true, minimum: 1, description: 'Id of the post, page or other item.' }),
  revision: s.integer({ minimum: 1, description: 'Id of a revision to show.' }),
  changes: s.object(changesFacts),
  pending_change: s.integer({ minimum: 1, description: 'Id of a pending change of the item to show.' }),
  expires_in: s.integer({
    default: 3600,
    minimum: shortestPreviewSeconds,
    maximum: longestPreviewSeconds,
    description: 'Seconds after which the preview ends.',
  }),
};

/** The arguments with which a preview of changes is changed. */
export const previewChangeArguments = { changes: s.object({ ...changesFacts, required: true }) };

/** What a preview shows: the item as it is stored, a revision of it, or values that are not saved. */
const previewSubjects = ['draft', 'revision', 'changes'] as const;
export type PreviewSubject = (typeof previewSubjects)[number];

/** A preview as the interface shows it. Times are ISO 8601 in UTC. */
export interface ShownPreview {
  readonly id: number;
  readonly post: number;
  readonly type: string;
  readonly shows: PreviewSubject;
  /** 0 where no revision is shown. */
  readonly revision: number;
  /** The pending change that is shown; null for none. */
  readonly pending_change: number | null;
  readonly author: number;
  readonly created_gmt: string;
  readonly expires_gmt: string;
  readonly token: string;
  /** The page; empty where the item has none. */
  readonly link: string;
  /** Whether that is a page of a front end, and not of the server. */
  readonly front_end: boolean;
  /** The item in the interface. */
  readonly href: string;
}

/** The exact form of a preview. */
export const previewSchema = json.object({
  id: json.integer,
  post: json.integer,
  type: json.string,
  shows: json.words(...previewSubjects),
  revision: json.integer,
  pending_change: json.orNull(json.integer),
  author: json.integer,
  created_gmt: json.instant,
  expires_gmt: json.instant,
  token: json.string,
  link: json.string,
  front_end: json.boolean,
  href: json.string,
});

/** The argument that a token is sent with, here and to items. */
export const tokenArgument = s.string({ required: true, description: 'The token of a preview.' });

/** The exact form of what a token opens. */
export const openedSchema = json.object({
  post: json.integer,
  type: json.string,
  /** Path of the address of the item; for a draft, what it would be. */
  path: json.string,
  /** Path of the item in the interface. */
  item: json.string,
  shows: json.words(...previewSubjects),
  expires_gmt: json.instant,
});

export const previewErrors = defineErrors({
  rest_preview_invalid_id: { status: 404, message: () => 'There is no preview with this number, or it has expired.' },
  rest_preview_invalid_token: {
    status: 404,
    message: () => 'This token opens nothing: it has expired, was revoked, or is not a whole one.',
  },
  rest_preview_fixed: {
    status: 400,
    message: () => 'This preview shows what is stored. Only a preview of changes can be changed.',
  },
  rest_preview_of_both: {
    status: 400,
    message: () => 'A preview shows a revision, changes or a pending change, and only one of them.',
  },
  rest_previews_full: {
    status: 400,
    message: ({ most }: { readonly most: number }) =>
      `You have ${most} previews that have not expired. Revoke some, or change one instead of making another.`,
  },
});
