import { attachedPath, attachmentMetaKeys } from '../../media/attachment-metadata.ts';
import { fileUrl } from '../../media/media-urls.ts';
import { html } from '../../theme/html.ts';
import { sizeAttributes } from '../../theme/image-size.ts';
import { filled } from '../../theme/words/words-in.ts';
import type { PageWork } from '../page-context.ts';
import type { LoadedEntry } from './entries.ts';
import { plainOf } from './plain.ts';

const pageBreak = /\s*(?:<!-- wp:nextpage -->\s*)?<!--nextpage-->(?:\s*<!-- \/wp:nextpage -->)?\s*/;

/** The parts of a stored text; one that does not end an element of a list of blocks is of no interest here. */
export function splitText(content: string): readonly string[] {
  const parts = content.split(pageBreak);
  return parts[0]?.trim() === '' && parts.length > 1 ? parts.slice(1) : parts;
}

/** The rendered text of a part of an entry; a file of the media library is shown before its description. */
export async function entryContent(
  work: Pick<PageWork, 'core' | 'call' | 'words'>,
  entry: LoadedEntry,
  part: string,
): Promise<string> {
  const { subject } = entry;
  const { render } = work.core.display;
  const marked = part.replace(/<!--more.*?-->/s, `<span id="more-${subject.post.id}"></span>`);
  const text = tidyGalleries(await render.content(marked, subject.text));
  if (subject.post.type !== 'attachment') return text;
  const caption = subject.post.excerpt === '' ? '' : await render.excerpt(subject.post.excerpt, subject.text);
  return `${await fileFigure(work, entry, caption)}${text}`;
}

/**
 * Classic galleries as pages show them: each picture a figure, where the interface has lists of terms without any; and
 * without their style sheet, since themes have one for galleries.
 */
export function tidyGalleries(text: string): string {
  if (!text.includes("class='gallery ")) return text;
  return text
    .replace(/\s*<style type='text\/css'>\s*#gallery-\d+ \{[^<]*<\/style>\s*/g, '\n')
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
