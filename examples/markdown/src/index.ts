import { Marked } from 'marked';
import { defineExtension, type PostHookDraft } from 'platen/extension';

const markdown = new Marked({ async: false, gfm: true });

/** `parse` returns text at once because `async` is off. */
const htmlOf = (source: string): string => markdown.parse(source) as string;

/**
 * Two ways to write in Markdown: as a whole text, sent as `meta.markdown`, from which the content is made; and between
 * `[markdown]` and `[/markdown]` in any text.
 */
export default defineExtension({
  name: 'markdown',
  description: 'Posts and pages in Markdown.',
  meta: ['post', 'page'].map((subtype) => ({
    object: 'post',
    subtype,
    key: 'markdown',
    type: 'string',
    description: 'The text in Markdown; the content is made from it.',
    // Only those who may edit it need the source.
    mayRead: 'edit_posts',
  })),
  hooks: {
    before: {
      post: {
        create: ({ draft }) => contentOf(draft),
        update: ({ draft }) => contentOf(draft),
      },
    },
  },
  shortcodes: {
    markdown: (_attributes, body = '') => htmlOf(withoutParagraphs(body)),
  },
});

function contentOf({ meta }: Readonly<PostHookDraft>): { content: string } | undefined {
  const source = meta?.['markdown'];
  return typeof source === 'string' && source !== '' ? { content: htmlOf(source) } : undefined;
}

/** The text around a shortcode has been given paragraphs and line breaks before the shortcode gets it. */
function withoutParagraphs(body: string): string {
  return body
    .replaceAll(/<br\s*\/?>\n?/g, '\n')
    .replaceAll(/<\/?p>/g, '\n')
    .trim();
}
