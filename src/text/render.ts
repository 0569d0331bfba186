import { loadedFor } from './blocks/block-needs.ts';
import { hasBlocks } from './blocks/delimiters.ts';
import { embeddedHtml } from './blocks/dynamic/embedded.ts';
import { parseBlocks } from './blocks/parse-blocks.ts';
import { pictureTags } from './blocks/picture-tags.ts';
import { renderBlocks } from './blocks/render-blocks.ts';
import { autolinks } from './comments/autolinks.ts';
import { balanceTags } from './comments/balance-tags.ts';
import { withoutBlocks } from './excerpts/blocks-in-excerpts.ts';
import { excerptSource, firstWords, firstWordsOfBeginning } from './excerpts/excerpt.ts';
import { excerptBeginning } from './excerpts/excerpt-beginning.ts';
import { paragraphs } from './paragraphs/paragraphs.ts';
import type { RenderContext } from './render-context.ts';
import { trimBlanks } from './scan/characters.ts';
import { escapeOneLetterReferences } from './scan/entities.ts';
import { embeds } from './shortcodes/embeds.ts';
import { responsiveImages } from './shortcodes/responsive-images.ts';
import { freeLoneShortcodes, runShortcodes } from './shortcodes/run-shortcodes.ts';
import { correctName, correctNameEverywhere } from './typography/product-name.ts';
import { smilies } from './typography/smilies.ts';
import { typography } from './typography/typography.ts';

/** Renders a stored title; a prefix added by the caller is rendered with it. */
export function renderTitle(raw: string, context: RenderContext): string {
  return trimBlanks(escapeOneLetterReferences(correctNameEverywhere(typography(raw, context.shortcodes))));
}

/** Renders stored content. A text with blocks has its paragraphs already. */
export function renderContent(raw: string, context: RenderContext): string {
  if (hasBlocks(raw)) return renderBlockContent(raw, context);
  const set = typography(embeds(raw, context), context.shortcodes);
  const parted = freeLoneShortcodes(paragraphs(set), context.shortcodes);
  const named = correctName(responsiveImages(parted, context.media));
  return faces(runShortcodes(named, context.shortcodes, context), context);
}

function renderBlockContent(raw: string, context: RenderContext): string {
  const html = renderBlocks(parseBlocks(withEmbeds(raw, context)), context);
  const parted = freeLoneShortcodes(typography(html, context.shortcodes), context.shortcodes);
  const named = correctName(pictureTags(parted, context.media));
  return faces(runShortcodes(named, context.shortcodes, { ...context, isBlockText: true }), context);
}

/** A text with blocks after its addresses were replaced by what was loaded for them. */
export const withEmbeds = (raw: string, context: RenderContext): string =>
  embeds(raw, context, (address) => {
    const embed = loadedFor(context.blockData, 'embed', address);
    return embed && embeddedHtml(embed, (title) => renderTitle(title, context));
  });

/** Renders a handwritten excerpt or a caption. Shortcodes stay text; one on a line of its own gets no paragraph. */
export function renderExcerpt(raw: string, context: RenderContext): string {
  const set = escapeOneLetterReferences(typography(raw, context.shortcodes));
  return freeLoneShortcodes(paragraphs(faces(set, context)), context.shortcodes);
}

/** Generates the excerpt of a post that has none, from the beginning of its content. */
export const makeExcerpt = (rawContent: string, context: RenderContext): string =>
  renderExcerpt(excerptText(rawContent, context), context);

/** The first words of content, before they are rendered as an excerpt. */
export function excerptText(rawContent: string, context: RenderContext, most?: number): string {
  const source = withoutBlocks(excerptSource(rawContent, context.shortcodes), context);
  const beginning = most === undefined ? excerptBeginning(source, context.shortcodes) : undefined;
  const words = beginning && firstWordsOfBeginning(renderContent(beginning, context));
  return words ?? firstWords(renderContent(source, context), most);
}

/** Renders the text of a comment: URLs become links, and open tags are closed. */
export function renderComment(raw: string, context: RenderContext): string {
  const set = escapeOneLetterReferences(typography(autolinks(raw), context.shortcodes));
  return correctName(paragraphs(balanceTags(faces(set, context))));
}

const faces = (text: string, { smilies: on, siteUrl }: RenderContext): string => (on ? smilies(text, siteUrl) : text);
