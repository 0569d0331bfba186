import type { Context } from '../../../api/resource/context.ts';
import { fieldsOf } from '../../../api/resource/field.ts';
import type { MaybePromise } from '../../../lib/maybe-promise.ts';
import { type SentText, s } from '../../../lib/schema/schema.ts';
import type { PostType } from '../../../rules/post-types.ts';
import { textLimits } from '../../../rules/text-limits.ts';
import { balanceBlocks } from '../../../text/blocks/balance-blocks.ts';
import type { JsonText } from '../../../text/json-text.ts';
import type { ContentNeed, ContentSubject } from '../content-subject.ts';
import type { ContentView } from '../content-view.ts';
import type { PostDraft } from '../operations/post-draft.ts';
import type { ContentFields } from './content-fields.ts';

const field = fieldsOf<ContentSubject, PostDraft, ContentNeed>();
const property = fieldsOf<ContentSubject, never, ContentNeed>();

/** The title: stored text for editors, rendered text for everyone. */
export function titleField({ render, variant, kind }: ContentView): ContentFields {
  const prefixOf = variant.content.titlePrefixes ? titlePrefix : () => '';
  return {
    title: field({
      schema: s.text({ description: 'Title.' }),
      limit: textLimits.title,
      contexts: ['view', 'edit', 'embed'],
      needs: ['text'],
      properties: {
        raw: property({
          schema: s.string({ description: 'Title as it is stored.' }),
          contexts: editorsOf(kind.type),
          read: ({ post }) => post.title,
        }),
        rendered: property({
          schema: s.string({ description: 'Title as readers see it.' }),
          contexts: ['view', 'edit', 'embed'],
          readonly: true,
          read: ({ post, text }) => render.title(prefixOf(post.status) + post.title, text),
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

/** How content begins that consists of blocks. */
const blockMark = '<!-- wp:';

/** The version of the block format; 0 for content without blocks. */
export const blockVersionOf = (content: string): number => (content.includes(blockMark) ? 1 : 0);

const blockVersion = property({
  schema: s.integer({ description: 'Version of the block format; 0 for content without blocks.' }),
  contexts: ['edit'],
  readonly: true,
  read: ({ post }) => blockVersionOf(post.content),
});

const everywhere = ['view', 'edit', 'embed'] as const;

/** Where editors find the texts of a type as they are stored. */
const editorsOf = ({ rawInEmbeds }: PostType): readonly Context[] => (rawInEmbeds ? ['edit', 'embed'] : ['edit']);
/** The content as editors get it. */
function editedContent({ post, text }: Pick<ContentSubject, 'post' | 'text'>): string {
  return text.rules.balancesBlocks ? balanceBlocks(post.content) : post.content;
}

/** The content, which a password can protect. */
export function contentField(view: ContentView): ContentFields {
  const { type } = view.kind;
  const shownIn = type.rawInEmbeds ? everywhere : (['view', 'edit'] as const);
  return {
    content: field({
      schema: s.text({ description: 'Content.' }),
      limit: textLimits.content,
      contexts: shownIn,
      needs: ['text'],
      properties: {
        raw: property({
          schema: s.string({ description: 'Content as it is stored.' }),
          contexts: editorsOf(type),
          read: (subject, _call, context) => (isOpen(subject, context) ? editedContent(subject) : ''),
        }),
        rendered: property({
          schema: s.string({ description: 'Content as readers see it.' }),
          contexts: shownIn,
          readonly: true,
          read: (subject, _call, context) =>
            isOpen(subject, context) ? view.render.json.content(subject.post.content, subject.text) : '',
        }),
        ...(view.variant.content.editorFields ? { block_version: { ...blockVersion, contexts: editorsOf(type) } } : {}),
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
    schema: s.boolean({ description: `Whether the ${what} is protected with a password.` }),
    contexts: ['view', 'edit', 'embed'],
    readonly: true,
    read: ({ post }) => post.password !== '',
  });
}

function renderedExcerpt({ render: { json } }: ContentView, { post, text }: ContentSubject): MaybePromise<JsonText> {
  return post.excerpt === '' ? json.madeExcerpt(post.content, text) : json.excerpt(post.excerpt, text);
}

/** The edit context always shows protected texts; in other contexts even editors need the password. */
export function isOpen(subject: ContentSubject, context: string): boolean {
  return subject.isUnlocked || context === 'edit';
}

const titlePrefix = (status: string): string => (status === 'private' ? 'Private: ' : '');

/** The text of a field that accepts a string or an object with `raw`. */
export function sentText(value: SentText): string {
  return typeof value === 'string' ? value : value.raw;
}

const storedField = fieldsOf<ContentSubject, PostDraft, ContentNeed>();
const storedProperty = fieldsOf<ContentSubject, never, ContentNeed>();

const rawProperty = (what: string, read: (subject: ContentSubject) => string) =>
  storedProperty({ schema: s.string({ description: `${what} as it is stored.` }), contexts: ['view', 'edit'], read });

const rawTitle = rawProperty('Title', ({ post }) => post.title);
const contentProperties = {
  raw: rawProperty('Content', editedContent),
  block_version: blockVersion,
  protected: storedProperty({
    schema: s.boolean({ description: 'Whether the content is protected with a password.' }),
    contexts: ['view', 'edit', 'embed'],
    readonly: true,
    read: ({ post }) => post.password !== '',
  }),
};

/** The properties as arguments show them. */
const publishedRaw = { type: 'string', context: ['view', 'edit'] };
const publishedContent = {
  raw: publishedRaw,
  block_version: { type: 'integer', context: ['edit'], readonly: true },
  protected: { type: 'boolean', context: ['view', 'edit', 'embed'], readonly: true },
};

/** Title and content of a type whose readers see them as stored. */
export const storedTextFields: ContentFields = {
  title: storedField({
    schema: s.text({ description: 'Title.', published: { properties: { raw: publishedRaw } } }),
    limit: textLimits.title,
    contexts: ['view', 'edit', 'embed'],
    properties: { raw: rawTitle },
    write: (draft, value) => {
      draft.title = sentText(value);
    },
  }),
  content: storedField({
    schema: s.text({ description: 'Content.', published: { properties: publishedContent } }),
    limit: textLimits.content,
    contexts: ['view', 'edit'],
    properties: contentProperties,
    write: (draft, value) => {
      draft.content = sentText(value);
    },
  }),
};
