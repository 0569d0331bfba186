import { fieldsOf } from '../../api/resource/field.ts';
import { json } from '../../lib/schema/json-schema.ts';
import { s } from '../../lib/schema/schema.ts';
import { isOffered, publicPictures } from '../../media/transforms/transform-addresses.ts';
import type { PostDraft } from '../posts/operations/post-draft.ts';
import type { MediaNeed, MediaSubject, MediaView } from './media-subject.ts';

const field = fieldsOf<MediaSubject, PostDraft, MediaNeed>();

/** The addresses of resized pictures that anybody may use, where the site asks for them. */
export function resizedField({ itemFields, transformRules }: MediaView) {
  if (!itemFields.includes('resized')) return {};
  return {
    resized: field({
      schema: s.object({
        nullable: true,
        description: 'Addresses of resized pictures: one to which a width is added as &w=640, and those of presets.',
        published: { type: ['object', 'null'] },
      }),
      contexts: ['view', 'edit', 'embed'],
      readonly: true,
      needs: ['resized'],
      read: ({ source, presets }, { site }) =>
        isOffered(source) ? publicPictures(source, transformRules, presets, site.serverUrl) : null,
      output: json.orNull(
        json.object({ url: json.string, widths: json.listOf(json.integer), presets: json.mapOf(json.string) }),
      ),
    }),
  };
}
