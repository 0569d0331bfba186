import { defineResource } from '../../api/resource/resource.ts';
import type { Post } from '../../storage/rows.ts';
import { contentSchema } from '../posts/content-resource.ts';
import { contentLinks } from '../posts/fields/content-links.ts';
import { fieldPost } from '../posts/operations/post-facts.ts';
import { type MediaDraft, mediaFields } from './media-fields.ts';
import { loadMediaSubjects } from './media-subject.ts';
import type { MediaView } from './media-view.ts';

export type MediaResource = ReturnType<typeof mediaResource>;

/** The resource of attachments: content with a file. */
export function mediaResource(view: MediaView) {
  return defineResource({
    ...contentSchema(view),
    fields: mediaFields(view),
    extra: { fields: view.extraFields.get('attachment'), item: fieldPost },
    links: contentLinks(view),
    load: (posts: readonly Post[], needs, call) => loadMediaSubjects(view, posts, needs, call),
    newDraft: (): MediaDraft => ({}),
  });
}
