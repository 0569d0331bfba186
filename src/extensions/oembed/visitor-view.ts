import type { ExtensionHost, Post } from '../../extension.ts';

/** A post as the interface shows it to every visitor: all that embeds and pages are made from. */
export interface VisitorView {
  readonly id: number;
  readonly apiPath: string;
  readonly link: string;
  readonly title: string;
  readonly isProtected: boolean;
  /** Rendered HTML; empty for what is behind a password. */
  readonly content: string;
  readonly excerpt: string;
  readonly date: string;
  readonly author: { readonly name: string; readonly link: string } | null;
  readonly image: VisitorImage | null;
}

/** A picture that may be shown beside a post. */
export interface VisitorImage {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/** Where views are asked for; whoever keeps what is made of one brings an `ask` that notes what it was read from. */
export type ViewSource = Pick<ExtensionHost, 'ask' | 'types'>;

/** Asks the interface for the post; null when a visitor would be told that it is not there. */
export async function visitorView(host: ViewSource, post: Post): Promise<VisitorView | null> {
  const type = host.types.find((candidate) => candidate.name === post.type);
  if (!type?.restBase) return null;
  const apiPath = `/wp/v2/${type.restBase}/${post.id}`;
  const { status, body } = await host.ask(apiPath, { _embed: '1' });
  if (status !== 200) return null;
  const item = body as Item;
  return {
    id: post.id,
    apiPath,
    link: item.link,
    title: item.title?.rendered ?? '',
    isProtected: item.content?.protected ?? false,
    content: item.content?.rendered ?? item.description?.rendered ?? '',
    excerpt: item.excerpt?.rendered ?? item.caption?.rendered ?? '',
    date: item.date ?? '',
    author: nameAndLink(item._embedded?.author?.[0]),
    image: imageOf(item) ?? imageOf(item._embedded?.['wp:featuredmedia']?.[0]),
  };
}

/** What we read of an item; the interface's own tests hold its shape. */
interface Item extends Media {
  readonly link: string;
  readonly date?: string;
  readonly title?: { readonly rendered: string };
  readonly content?: { readonly rendered: string; readonly protected: boolean };
  readonly description?: { readonly rendered: string };
  readonly excerpt?: { readonly rendered: string };
  readonly caption?: { readonly rendered: string };
  readonly _embedded?: {
    readonly author?: readonly { readonly name?: string; readonly link?: string }[];
    readonly 'wp:featuredmedia'?: readonly Media[];
  };
}

interface Media {
  readonly media_type?: string;
  readonly source_url?: string;
  readonly alt_text?: string;
  readonly media_details?: { readonly width?: number; readonly height?: number };
}

/** An author the interface does not show comes as an error, which has neither name nor link. */
function nameAndLink(author: { readonly name?: string; readonly link?: string } | undefined) {
  return author?.name !== undefined && author.link !== undefined ? { name: author.name, link: author.link } : null;
}

function imageOf(media: Media | undefined): VisitorImage | null {
  const { width = 0, height = 0 } = media?.media_details ?? {};
  if (media?.media_type !== 'image' || !media.source_url || width <= 0 || height <= 0) return null;
  return { url: media.source_url, width, height, alt: media.alt_text ?? '' };
}
