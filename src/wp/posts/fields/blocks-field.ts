import { fieldsOf } from '../../../api/resource/field.ts';
import { s } from '../../../lib/schema/schema.ts';
import { blockModels } from '../../block-types/block-model.ts';
import { blockList } from '../../block-types/block-schema.ts';
import type { ContentNeed, ContentSubject } from '../content-subject.ts';
import type { ContentView } from '../content-view.ts';
import type { PostDraft } from '../operations/post-draft.ts';
import type { ContentFields } from './content-fields.ts';
import { isOpen } from './text-fields.ts';

const field = fieldsOf<ContentSubject, PostDraft, ContentNeed>();

/** The blocks of the content as data, where the site asks for them; a password locks them with the content. */
export function blocksField({ itemFields, render }: ContentView): ContentFields {
  if (!itemFields.includes('blocks')) return {};
  return {
    blocks: field({
      schema: s.array(s.object(), { description: 'Blocks of the content, each with its attributes and its HTML.' }),
      contexts: ['view', 'edit'],
      readonly: true,
      needs: ['text'],
      read: (subject, _call, context) =>
        isOpen(subject, context) ? blockModels(subject.post.content, (raw) => render.content(raw, subject.text)) : [],
      output: blockList,
    }),
  };
}
