import { json } from '../../schema/json-schema.ts';
import { s } from '../../schema/schema.ts';

export const shortestPreviewSeconds = 60;
export const longestPreviewSeconds = 30 * 86_400;

const changesFacts = {
  description:
    'Values that are not saved, under the names of the item itself: title, content, excerpt, featured_media, meta and its terms.',
};

/** The arguments of a new preview. */
export const previewArguments = {
  post: s.integer({ required: true, minimum: 1, description: 'Number of the post, page or other item.' }),
  revision: s.integer({ minimum: 1, description: 'Number of a revision of it to show.' }),
  changes: s.object(changesFacts),
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
  readonly author: number;
  readonly created_gmt: string;
  readonly expires_gmt: string;
  readonly token: string;
  /** The page; empty where the item has none. */
  readonly link: string;
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
  author: json.integer,
  created_gmt: json.instant,
  expires_gmt: json.instant,
  token: json.string,
  link: json.string,
  href: json.string,
});
