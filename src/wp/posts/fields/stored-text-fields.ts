import { fieldsOf } from '../../../api/resource/field.ts';
import { textLimits } from '../../../rules/text-limits.ts';
import { s } from '../../../schema/schema.ts';
import type { ContentNeed, ContentSubject } from '../content-subject.ts';
import type { PostDraft } from '../operations/post-draft.ts';
import type { ContentFields } from './content-fields.ts';
import { sentText } from './content-text-fields.ts';

const field = fieldsOf<ContentSubject, PostDraft, ContentNeed>();
const property = fieldsOf<ContentSubject, never, ContentNeed>();

/** How content begins that consists of blocks. */
const blockMark = '<!-- wp:';

const rawProperty = (what: string, read: (subject: ContentSubject) => string) =>
  property({ schema: s.string({ description: `${what} as it is stored.` }), contexts: ['view', 'edit'], read });

const rawTitle = rawProperty('Title', ({ post }) => post.title);
const contentProperties = {
  raw: rawProperty('Content', ({ post }) => post.content),
  block_version: property({
    schema: s.integer({ description: 'Version of the block format; 0 for content without blocks.' }),
    contexts: ['edit'],
    readonly: true,
    read: ({ post }) => (post.content.includes(blockMark) ? 1 : 0),
  }),
  protected: property({
    schema: s.boolean({ description: 'Whether a password locks the content.' }),
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
  title: field({
    schema: s.text({ description: 'Title.', published: { properties: { raw: publishedRaw } } }),
    limit: textLimits.title,
    contexts: ['view', 'edit', 'embed'],
    properties: { raw: rawTitle },
    write: (draft, value) => {
      draft.title = sentText(value);
    },
  }),
  content: field({
    schema: s.text({ description: 'Content.', published: { properties: publishedContent } }),
    limit: textLimits.content,
    contexts: ['view', 'edit'],
    properties: contentProperties,
    write: (draft, value) => {
      draft.content = sentText(value);
    },
  }),
};
