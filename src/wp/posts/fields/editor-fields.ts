import { fieldsOf } from '../../../api/resource/field.ts';
import { json } from '../../../lib/schema/json-schema.ts';
import { s } from '../../../lib/schema/schema.ts';
import type { PostTerm } from '../../../storage/rows.ts';
import { readableSlug } from '../../../text/slug.ts';
import { type ContentNeed, type ContentSubject, metaText } from '../content-subject.ts';
import type { ContentView } from '../content-view.ts';
import type { PostDraft } from '../operations/post-draft.ts';
import { formatOf, thumbnailKey } from '../operations/post-relations.ts';
import type { ContentFields } from './content-fields.ts';

const field = fieldsOf<ContentSubject, PostDraft, ContentNeed>();

/** What editors of blocks and themes read besides the rest. */
export function editorFields(view: ContentView): ContentFields {
  if (!view.variant.content.editorFields || !view.kind.type.public) return {};
  return {
    ...classListField(view),
    permalink_template: field({
      schema: s.string({ description: 'Public address with a placeholder for the slug.' }),
      contexts: ['edit'],
      readonly: true,
      needs: ['addressTemplate'],
      read: ({ addressTemplate }) => addressTemplate,
    }),
    generated_slug: field({
      schema: s.string({ description: 'Slug that the title would give.' }),
      contexts: ['edit'],
      readonly: true,
      needs: ['generatedSlug'],
      read: ({ generatedSlug }) => readableSlug(generatedSlug),
    }),
  };
}

function classListField({ kind }: ContentView): ContentFields {
  const { type } = kind;
  const shown = kind.taxonomies.map(({ name }) => name);
  const place = (taxonomy: string): number => (shown.includes(taxonomy) ? shown.indexOf(taxonomy) : shown.length);
  const byTaxonomy = (one: PostTerm, other: PostTerm): number => place(one.taxonomy) - place(other.taxonomy);
  return {
    class_list: field({
      schema: s.array(s.string(), { description: 'Names of classes for the element that shows it.' }),
      contexts: ['view', 'edit'],
      readonly: true,
      needs: ['terms', 'meta'],
      read: (subject) => {
        const { post } = subject;
        return [
          `post-${post.id}`,
          type.name,
          `type-${type.name}`,
          `status-${post.status}`,
          ...(kind.supports('post-formats') ? [`format-${formatOf(subject.terms)}`] : []),
          ...(post.password === '' ? [] : ['post-password-required']),
          ...(Number.parseInt(metaText(subject, thumbnailKey), 10) > 0 ? ['has-post-thumbnail'] : []),
          'hentry',
          ...[...subject.terms].sort(byTaxonomy).map(termClass),
        ];
      },
      output: json.listOf(json.string),
    }),
  };
}

/** A slug with other letters than those of class names is replaced by the id. */
function termClass({ taxonomy, slug, id }: PostTerm): string {
  const name = slug.replace(/%[0-9a-f]{2}/gi, '').replace(/[^\w-]/g, '');
  return `${taxonomy === 'post_tag' ? 'tag' : taxonomy}-${/^\d*$/.test(name) || /^-*$/.test(name) ? id : name}`;
}
