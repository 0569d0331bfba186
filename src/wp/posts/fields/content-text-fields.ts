import { fieldsOf } from '../../../api/resource/field.ts';
import type { Ready } from '../../../ready.ts';
import { textLimits } from '../../../rules/text-limits.ts';
import { type SentText, s } from '../../../schema/schema.ts';
import type { JsonText } from '../../../text/formats/json-text.ts';
import type { ContentNeed, ContentSubject } from '../content-subject.ts';
import type { ContentView } from '../content-view.ts';
import type { PostDraft } from '../operations/post-draft.ts';
import type { ContentFields } from './content-fields.ts';

const field = fieldsOf<ContentSubject, PostDraft, ContentNeed>();
const property = fieldsOf<ContentSubject, never, ContentNeed>();

/** The title: stored text for editors, rendered text for everyone. */
export function titleField({ render }: ContentView): ContentFields {
  return {
    title: field({
      schema: s.text({ description: 'Title.' }),
      limit: textLimits.title,
      contexts: ['view', 'edit', 'embed'],
      needs: ['text'],
      properties: {
        raw: property({
          schema: s.string({ description: 'Title as it is stored.' }),
          contexts: ['edit'],
          read: ({ post }) => post.title,
        }),
        rendered: property({
          schema: s.string({ description: 'Title as readers see it.' }),
          contexts: ['view', 'edit', 'embed'],
          readonly: true,
          read: ({ post, text }) => render.title(titlePrefix(post.status) + post.title, text),
        }),
      },
      write: (draft, value) => {
        // An object with an empty title leaves the title unchanged; only an empty string clears it.
        const title = sentText(value);
        if (title !== '' || typeof value === 'string') draft.title = title;
      },
    }),
  };
}

/** The content, which a password can protect. */
export function contentField(view: ContentView): ContentFields {
  return {
    content: field({
      schema: s.text({ description: 'Content.' }),
      limit: textLimits.content,
      contexts: ['view', 'edit'],
      needs: ['text'],
      properties: {
        raw: property({
          schema: s.string({ description: 'Content as it is stored.' }),
          contexts: ['edit'],
          read: ({ post }) => post.content,
        }),
        rendered: property({
          schema: s.string({ description: 'Content as readers see it.' }),
          contexts: ['view', 'edit'],
          readonly: true,
          read: (subject, _call, context) =>
            isOpen(subject, context) ? view.render.json.content(subject.post.content, subject.text) : '',
        }),
        protected: protectedProperty('content'),
      },
      write: (draft, value) => {
        draft.content = sentText(value);
      },
    }),
  };
}

/** The excerpt, which a password can protect. */
export function excerptField(view: ContentView): ContentFields {
  return {
    excerpt: field({
      schema: s.text({ description: 'Excerpt.' }),
      limit: textLimits.excerpt,
      contexts: ['view', 'edit', 'embed'],
      needs: ['text'],
      properties: {
        raw: property({
          schema: s.string({ description: 'Excerpt as it is stored.' }),
          contexts: ['edit'],
          read: ({ post }) => post.excerpt,
        }),
        rendered: property({
          schema: s.string({ description: 'Excerpt as readers see it; made from the content where none is stored.' }),
          contexts: ['view', 'edit', 'embed'],
          readonly: true,
          read: (subject, _call, context) => (isOpen(subject, context) ? renderedExcerpt(view, subject) : ''),
        }),
        protected: protectedProperty('excerpt'),
      },
      write: (draft, value) => {
        draft.excerpt = sentText(value);
      },
    }),
  };
}

function protectedProperty(what: string) {
  return property({
    schema: s.boolean({ description: `Whether a password locks the ${what}.` }),
    contexts: ['view', 'edit', 'embed'],
    readonly: true,
    read: ({ post }) => post.password !== '',
  });
}

function renderedExcerpt({ render: { json } }: ContentView, { post, text }: ContentSubject): Ready<JsonText> {
  return post.excerpt === '' ? json.madeExcerpt(post.content, text) : json.excerpt(post.excerpt, text);
}

/** The edit context always shows protected texts; in other contexts even editors need the password. */
function isOpen(subject: ContentSubject, context: string): boolean {
  return subject.isUnlocked || context === 'edit';
}

const titlePrefix = (status: string): string => (status === 'private' ? 'Private: ' : '');

/** The text of a field that accepts a string or an object with `raw`. */
export function sentText(value: SentText): string {
  return typeof value === 'string' ? value : value.raw;
}
