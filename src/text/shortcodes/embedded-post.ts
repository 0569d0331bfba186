import { escapeKeepingReferences } from '../entities.ts';

/** A post of a site as other pages embed it. */
export interface EmbeddedPost {
  readonly link: string;
  /** Rendered, as visitors see it. */
  readonly title: string;
  readonly siteName: string;
}

/** The links in the frame lead to the post: on a page of the same site, whose cards have no scripts. */
export const followsLinks = 'allow-top-navigation-by-user-activation';

/** How a post is embedded. */
export interface EmbedOptions {
  /** What the frame may do besides running scripts. */
  readonly allowed?: typeof followsLinks | undefined;
  /** Tells the frame from others: the page around it takes messages only from a frame that knows it. */
  readonly secret?: string;
}

/** A quotation that works anywhere, and a frame that may run scripts but nothing else, unless `allowed` says more. */
export function embeddedPost(
  { link, title, siteName }: EmbeddedPost,
  { width, height }: { readonly width: number; readonly height: number },
  { allowed, secret }: EmbedOptions = {},
): string {
  const sandbox = ['allow-scripts', ...(allowed ? [allowed] : [])].join(' ');
  const label = escapeKeepingReferences(`&#8220;${title}&#8221; &#8212; ${siteName}`);
  const named = secret === undefined ? '' : ` data-secret="${secret}"`;
  const address = `${frameAddress(link)}${secret === undefined ? '' : `#?secret=${secret}`}`;
  return [
    `<blockquote class="wp-embedded-content"${named}><a href="${escapeKeepingReferences(link)}">${title}</a></blockquote>`,
    secret === undefined ? '\n' : '',
    `<iframe sandbox="${sandbox}" security="restricted" src="${escapeKeepingReferences(address)}" width="${width}" height="${height}"`,
    ` title="${label}"${named} frameborder="0" marginwidth="0" marginheight="0" scrolling="no" class="wp-embedded-content"></iframe>`,
  ].join('');
}

/** The URL of the page inside the frame. */
const frameAddress = (link: string): string =>
  link.includes('?') ? `${link}&embed=true` : `${link.replace(/\/?$/, '/')}embed/`;
