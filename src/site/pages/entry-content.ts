import { attachedPath, attachmentMetaKeys } from '../../media/attachment-metadata.ts';
import { fileUrl } from '../../media/files/media-path.ts';
import { emptyNeeds, needKey } from '../../text/blocks/block-needs.ts';
import { hasBlocks } from '../../text/blocks/parse-blocks.ts';
import { withEmbedsAndLinks } from '../../text/render/render.ts';
import { loneAddresses } from '../../text/shortcodes/embeds.ts';
import type { ContentSubject } from '../../wp/posts/content-subject.ts';
import { sizeAttributes } from '../theme/default-pieces.ts';
import { html } from '../theme/html.ts';
import { filled } from '../theme/words.ts';
import type { LoadedEntry } from './entries.ts';
import { plainOf } from './html-to-text.ts';
import type { PageWork } from './page-context.ts';

const pageBreak = /\s*(?:<!-- wp:nextpage -->\s*)?<!--nextpage-->(?:\s*<!-- \/wp:nextpage -->)?\s*/;

/** The parts of a stored text; one that does not end an element of a list of blocks is of no interest here. */
export function splitText(content: string): readonly string[] {
  const parts = content.split(pageBreak);
  return parts[0]?.trim() === '' && parts.length > 1 ? parts.slice(1) : parts;
}

/**
 * The rendered text of a part of an entry; a file of the media library is shown before its description. Addresses alone
 * on a line show what they stand for, also where the interface leaves them as they are.
 */
export async function entryContent(
  work: Pick<PageWork, 'core' | 'call' | 'words'>,
  entry: LoadedEntry,
  part: string,
): Promise<string> {
  const { subject } = entry;
  const { render } = work.core.display;
  const marked = part.replace(/<!--more.*?-->/s, `<span id="more-${subject.post.id}"></span>`);
  const text = tidyGalleries(await render.content(await showAddresses(work, subject, marked), subject.text));
  if (subject.post.type !== 'attachment') return text;
  const caption = subject.post.excerpt === '' ? '' : await render.excerpt(subject.post.excerpt, subject.text);
  return `${await fileFigure(work, entry, caption)}${text}`;
}

/** What addresses stand for was loaded with the blocks of a text; for a text without blocks it is loaded here. */
async function showAddresses(
  { core, call }: Pick<PageWork, 'core' | 'call'>,
  { post, text }: ContentSubject,
  part: string,
): Promise<string> {
  const asked = new Map([...loneAddresses(part)].map(({ address }) => [needKey(address), address]));
  if (asked.size === 0) return part;
  if (hasBlocks(post.content)) return withEmbedsAndLinks(part, text);
  const blockData = await core.display.blockData({ ...emptyNeeds<'asked'>(), embed: asked }, call);
  return withEmbedsAndLinks(part, { ...text, blockData });
}

/**
 * Classic galleries as pages show them: each picture a figure, where the interface has lists of terms without any; and
 * without their style sheet, since themes have one for galleries.
 */
export function tidyGalleries(text: string): string {
  if (!text.includes("class='gallery ")) return text;
  return text
    .replace(/\s*<style(?: type='text\/css')?>\s*#gallery-\d+ \{[^<]*<\/style>\s*/g, '\n')
    .replace(/<dl class='gallery-item'>(.*?)<\/dl>/gs, (_, inside: string) => {
      const figure = inside.replace(/<(\/?)dt\b/g, '<$1div').replace(/<(\/?)dd\b/g, '<$1figcaption');
      return `<figure class='gallery-item'>${figure}</figure>`;
    });
}

async function fileFigure(
  { call, core, words }: Pick<PageWork, 'core' | 'call' | 'words'>,
  { subject: { post }, image, summary }: LoadedEntry,
  caption: string,
): Promise<string> {
  const figcaption = caption === '' ? '' : `<figcaption>${caption}</figcaption>`;
  if (image && summary.picture) {
    const { src, srcset, width, alt } = summary.picture;
    const responsive = srcset ? html` srcset="${srcset}" sizes="(max-width: ${width}px) 100vw, ${width}px"` : '';
    const picture = html`<a href="${image.full.url}"><img src="${src}"${responsive}${sizeAttributes(summary.picture)} alt="${alt || summary.plainTitle}"></a>`;
    return `<figure class="wp-block-image">${picture}${figcaption}</figure>`;
  }
  const meta = (await call.store.meta.of('post', [post.id], [attachmentMetaKeys.file])).get(post.id) ?? [];
  const path = attachedPath(meta[0]?.value);
  const url = path ? fileUrl(core.uploadsUrl(call.site), path) : post.guid;
  const name = plainOf(post.title) || url;
  const [group] = post.mimeType.split('/');
  const player =
    group === 'audio'
      ? html`<audio controls preload="metadata" src="${url}"></audio>`
      : group === 'video'
        ? html`<video controls preload="metadata" src="${url}"></video>`
        : html`<p class="file"><a href="${url}" download>${filled(words.download, { name })}</a></p>`;
  return `<figure class="wp-block-${group}">${await player}${figcaption}</figure>`;
}
