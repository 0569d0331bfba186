import type { Client } from './client.ts';
import { markupFaults } from './markup-faults.ts';

/** A post that holds blocks. */
export interface BlockPost {
  readonly id: number;
  readonly base: 'posts' | 'pages';
  readonly slug: string;
  readonly blocks: readonly string[];
}

export interface RenderedPost {
  readonly content: string;
  readonly excerpt: string;
}

export interface ComparedPost extends BlockPost {
  readonly theirs: RenderedPost;
  readonly ours: RenderedPost;
  readonly isEqual: boolean;
  /** What a real parser finds wrong with our text. */
  readonly faults: readonly string[];
}

/** Every published post and page with block markup, read by somebody who may edit them. */
export async function findBlockPosts(editor: Client): Promise<BlockPost[]> {
  const found: BlockPost[] = [];
  for (const base of ['posts', 'pages'] as const)
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const answer = await editor.get(`/wp/v2/${base}?context=edit&per_page=100&page=${page}&orderby=id&order=asc`);
      if (answer.status !== 200) throw new Error(`${base} cannot be listed: ${JSON.stringify(answer.body)}`);
      pages = Number(answer.headers.get('x-wp-totalpages'));
      for (const { id, slug, content } of answer.body) {
        const names = [...String(content.raw).matchAll(/<!-- wp:([a-z0-9/-]+)/g)].map(([, name]) => name!);
        if (names.length > 0) found.push({ id, base, slug, blocks: [...new Set(names)].toSorted() });
      }
    }
  return found;
}

export async function renderedPost(client: Client, { base, id }: BlockPost): Promise<RenderedPost> {
  const { status, body } = await client.get(`/wp/v2/${base}/${id}`);
  if (status !== 200) throw new Error(`${base}/${id} answers ${status}: ${JSON.stringify(body).slice(0, 300)}`);
  return { content: body.content.rendered, excerpt: body.excerpt.rendered };
}

export function comparePost(post: BlockPost, theirs: RenderedPost, ours: RenderedPost): ComparedPost {
  const { blockComments, unbalanced } = markupFaults(ours.content);
  return {
    ...post,
    theirs,
    ours,
    isEqual:
      collapsed(ours.content) === collapsed(theirs.content) && collapsed(ours.excerpt) === collapsed(theirs.excerpt),
    faults: [...blockComments, ...unbalanced],
  };
}

/**
 * A text without what may differ between two renderings: white space, generated names, the address that was asked, what
 * the network said, drawings, programs and the words of forms. The last three are each system's own.
 */
export function collapsed(html: string): string {
  return generated.reduce((text, [pattern, name]) => text.replaceAll(pattern, name), html).trim();
}

const generated: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/wp-container-\d+/g, 'wp-container-N'],
  [/wp-elements-[0-9a-f]+/g, 'wp-elements-N'],
  [/(wp-duotone-[a-z0-9-]*?-)\d+\b/g, '$1N'],
  [/wp-block-file--media-[0-9a-f-]{36}/g, 'wp-block-file--media-N'],
  [/\b(wp-block-search__input-|wp-block-categories-|wp-block-archives-|wp-block-gallery-|modal-)\d+/g, '$1N'],
  [/(<nav [^<>]*aria-label="[^"]*?) \d+"/g, '$1"'],
  [/redirect_to=[^"]*/g, 'redirect_to=N'],
  [/(name="redirect_to" value=)"[^"]*"/g, '$1"N"'],
  [/(id="cancel-comment-reply-link" href=)"[^"]*"/g, '$1"N"'],
  [/href="[^"]*(\?query-\d+-page=)/g, 'href="$1'],
  [/(<strong>RSS Error:<\/strong>)[^<]*/g, '$1 N'],
  [
    /(<label[^>]*>|id="email-notes">|"required-field-message">|"required">\*<\/span>|"comment-reply-title">)[^<]*/g,
    '$1',
  ],
  [/(id="cancel-comment-reply-link"[^>]*>|id="rememberme"[^>]*>|"comment-awaiting-moderation">)[^<]*/g, '$1'],
  [/(<input [^>]*type="submit"[^>]* value=)"[^"]*"/g, '$1"N"'],
  [/<svg[\s\S]*?<\/svg>/g, '<svg/>'],
  [/<script[\s\S]*?<\/script>/g, '<script/>'],
  [/\s+/g, ' '],
  [/ class="\s*([^"]*?)\s*"/g, ' class="$1"'],
  [/ class='\s*([^']*?)\s*'/g, " class='$1'"],
];

export interface Agreement {
  readonly equal: number;
  readonly all: number;
}

export const agreementOf = (posts: readonly ComparedPost[]): Agreement => ({
  equal: posts.filter(({ isEqual }) => isEqual).length,
  all: posts.length,
});

/** Of the posts that hold a block: how many are equal, the worst first. */
export function agreementByBlock(posts: readonly ComparedPost[]): [name: string, agreement: Agreement][] {
  const names = [...new Set(posts.flatMap(({ blocks }) => blocks))].toSorted();
  const missing = ({ equal, all }: Agreement) => all - equal;
  return names
    .map((name): [string, Agreement] => [name, agreementOf(posts.filter(({ blocks }) => blocks.includes(name)))])
    .toSorted(([, a], [, b]) => missing(b) - missing(a));
}

/** The agreement as a table for people. */
export function agreementTable(posts: readonly ComparedPost[]): string {
  const row = (name: string, { equal, all }: Agreement) =>
    `${name.padEnd(34)} ${String(equal).padStart(4)} of ${String(all).padStart(3)}  ${((100 * equal) / all).toFixed(1).padStart(5)} %`;
  const faulty = posts.filter(({ faults }) => faults.length > 0);
  return [
    row('posts', agreementOf(posts)),
    `${'with faulty markup'.padEnd(34)} ${String(faulty.length).padStart(4)}`,
    ...agreementByBlock(posts).map(([name, agreement]) => row(`  ${name}`, agreement)),
  ].join('\n');
}

/** Where two texts part, with what stands around. */
export function firstDifference(ours: string, theirs: string, around = 160): string {
  const [a, b] = [collapsed(ours), collapsed(theirs)];
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const cut = (text: string) => text.slice(Math.max(0, at - around / 2), at + around);
  return `  ours:   ${cut(a)}\n  theirs: ${cut(b)}`;
}
