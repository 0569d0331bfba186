import { type Ask, type ExtensionHost, isRecord, type Post } from '../../extension.ts';

/** A post as the interface shows it to every visitor: the source of embeds. */
export interface VisitorView {
  readonly id: number;
  readonly apiPath: string;
  readonly link: string;
  /** Rendered; for a text protected by a password, it says so. */
  readonly title: string;
  readonly isProtected: boolean;
  /** Rendered HTML; empty where it is protected by a password. */
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
  /** Its scaled copies. */
  readonly copies: readonly ScaledCopy[];
}

type ScaledCopy = Pick<VisitorImage, 'url' | 'width' | 'height'>;

/** How views are requested; callers that cache the result pass an `ask` that records its dependencies. */
export type ViewSource = Pick<ExtensionHost, 'types'> & { readonly ask: Ask };

/** Requests the post from the interface; null when a visitor would get an error. */
export async function visitorView(source: ViewSource, post: Post): Promise<VisitorView | null> {
  const type = source.types.find((candidate) => candidate.name === post.type);
  if (!type?.restBase) return null;
  const apiPath = `/wp/v2/${type.restBase}/${post.id}`;
  const { status, body } = await source.ask(apiPath, { _embed: '1' });
  if (status !== 200) return null;
  const isProtected = member(body, 'content', 'protected') === true;
  return {
    id: post.id,
    apiPath,
    link: text(body, 'link'),
    title: `${isProtected ? 'Protected: ' : ''}${text(body, 'title', 'rendered')}`,
    isProtected,
    content: text(body, 'content', 'rendered') || text(body, 'description', 'rendered'),
    excerpt: text(body, 'excerpt', 'rendered') || text(body, 'caption', 'rendered'),
    date: text(body, 'date'),
    author: authorOf(member(body, '_embedded', 'author', 0)),
    image: imageOf(body) ?? imageOf(member(body, '_embedded', 'wp:featuredmedia', 0)),
  };
}

/** An author that the interface does not show is embedded as an error, which has neither name nor link. */
function authorOf(author: unknown): VisitorView['author'] {
  const [name, link] = [member(author, 'name'), member(author, 'link')];
  return typeof name === 'string' && typeof link === 'string' ? { name, link } : null;
}

function imageOf(media: unknown): VisitorImage | null {
  const url = text(media, 'source_url');
  const [width, height] = [member(media, 'media_details', 'width'), member(media, 'media_details', 'height')];
  if (text(media, 'media_type') !== 'image' || url === '' || !isLength(width) || !isLength(height)) return null;
  return {
    url,
    width,
    height,
    alt: text(media, 'alt_text'),
    copies: copiesOf(member(media, 'media_details', 'sizes')),
  };
}

function copiesOf(sizes: unknown): readonly ScaledCopy[] {
  return (isRecord(sizes) ? Object.values(sizes) : []).flatMap((size) => {
    const [width, height] = [member(size, 'width'), member(size, 'height')];
    const url = text(size, 'source_url');
    return url !== '' && isLength(width) && isLength(height) ? [{ url, width, height }] : [];
  });
}

const isLength = (value: unknown): value is number => typeof value === 'number' && value > 0;

/** The value in a response at a path of names and list indexes; undefined where there is none. */
function member(answer: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((at, name) => {
    if (Array.isArray(at)) return at[Number(name)];
    return isRecord(at) ? at[name] : undefined;
  }, answer);
}

function text(answer: unknown, ...path: readonly (string | number)[]): string {
  const found = member(answer, ...path);
  return typeof found === 'string' ? found : '';
}
