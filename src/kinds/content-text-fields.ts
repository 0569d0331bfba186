import { type Field, fieldsOf } from '../api/resource.ts';
import type { JsonText } from '../content/text/json-text.ts';
import { s } from '../schema/schema.ts';
import type { ContentKind } from './content-kind.ts';
import type { ContentSubject } from './content-subject.ts';
import type { PostDraft } from './post-draft.ts';

type Fields = Readonly<Record<string, Field<ContentSubject, PostDraft>>>;

const field = fieldsOf<ContentSubject, PostDraft>();
const part = fieldsOf<ContentSubject>();

/** The title: what is stored for editors, what readers see for everyone. */
export function titleField(kind: ContentKind): Fields {
  return {
    title: field({
      schema: s.object({ description: 'Title.' }),
      contexts: ['view', 'edit', 'embed'],
      needs: ['text'],
      parts: {
        raw: part({
          schema: s.string({ description: 'Title as it is stored.' }),
          contexts: ['edit'],
          read: ({ post }) => post.title,
        }),
        rendered: part({
          schema: s.string({ description: 'Title as readers see it.' }),
          contexts: ['view', 'edit', 'embed'],
          readonly: true,
          read: ({ post, text }) => titlePrefix(post.status) + kind.render.title(post.title, text),
        }),
      },
      write: (draft, value) => {
        // An object with an empty title says nothing of it; only an empty text empties it.
        const title = sentText(value);
        if (title !== undefined && (title !== '' || typeof value === 'string')) draft.title = title;
      },
    }),
  };
}

/** Content and excerpt, which a password can lock. */
export function bodyFields(kind: ContentKind): Fields {
  return {
    content: field({
      schema: s.object({ description: 'Content.' }),
      contexts: ['view', 'edit'],
      needs: ['text'],
      parts: {
        raw: part({
          schema: s.string({ description: 'Content as it is stored.' }),
          contexts: ['edit'],
          read: ({ post }) => post.content,
        }),
        rendered: part({
          schema: s.string({ description: 'Content as readers see it.' }),
          contexts: ['view', 'edit'],
          readonly: true,
          read: (subject, _call, context) =>
            isOpen(subject, context) ? kind.render.json.content(subject.post.content, subject.text) : '',
        }),
        protected: protectedPart('content'),
      },
      write: (draft, value) => {
        draft.content = sentText(value) ?? draft.content;
      },
    }),
    excerpt: field({
      schema: s.object({ description: 'Excerpt.' }),
      contexts: ['view', 'edit', 'embed'],
      needs: ['text'],
      parts: {
        raw: part({
          schema: s.string({ description: 'Excerpt as it is stored.' }),
          contexts: ['edit'],
          read: ({ post }) => post.excerpt,
        }),
        rendered: part({
          schema: s.string({ description: 'Excerpt as readers see it; made from the content where none is stored.' }),
          contexts: ['view', 'edit', 'embed'],
          readonly: true,
          read: (subject, _call, context) => (isOpen(subject, context) ? renderedExcerpt(kind, subject) : ''),
        }),
        protected: protectedPart('excerpt'),
      },
      write: (draft, value) => {
        draft.excerpt = sentText(value) ?? draft.excerpt;
      },
    }),
  };
}

function protectedPart(what: string) {
  return part({
    schema: s.boolean({ description: `Whether a password locks the ${what}.` }),
    contexts: ['view', 'edit', 'embed'],
    readonly: true,
    read: ({ post }) => post.password !== '',
  });
}

function renderedExcerpt({ render: { json } }: ContentKind, { post, text }: ContentSubject): JsonText {
  return post.excerpt === '' ? json.madeExcerpt(post.content, text) : json.excerpt(post.excerpt, text);
}

/** Editors see locked texts where they edit; elsewhere the password decides, for them as for everyone. */
function isOpen(subject: ContentSubject, context: string): boolean {
  return subject.isUnlocked || context === 'edit';
}

const titlePrefix = (status: string): string => (status === 'private' ? 'Private: ' : '');

/** Text as sent: a string, or an object with a `raw` one. Anything else says nothing. */
export function sentText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  const raw = typeof value === 'object' && value !== null && 'raw' in value ? value.raw : undefined;
  return typeof raw === 'string' ? raw : undefined;
}
