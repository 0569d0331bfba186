import { loadedFor } from '../blocks/block-needs.ts';
import { hasBlocks, parseBlocks } from '../blocks/parse-blocks.ts';
import { renderBlocks } from '../blocks/render-blocks.ts';
import { withoutShortcodes } from '../dynamic-blocks/block-values.ts';
import { escapeRemainingAmpersands } from '../entities.ts';
import { paragraphs } from '../paragraphs/paragraphs.ts';
import { trimRendered } from '../scan.ts';
import { followsLinks } from '../shortcodes/embedded-post.ts';
import { embeddedHtml, embeds, linkTo } from '../shortcodes/embeds.ts';
import { mayBePlayed } from '../shortcodes/players.ts';
import { freeLoneShortcodes, runShortcodes } from '../shortcodes/run-shortcodes.ts';
import { mentionsShortcode } from '../shortcodes/shortcodes.ts';
import { autolinks } from './autolinks.ts';
import { balanceTags } from './balance-tags.ts';
import { excerptBeginning, excerptSource, firstWords, firstWordsOfBeginning, withoutBlocks } from './excerpt.ts';
import type { RenderContext } from './render-context.ts';
import { pictureTags, responsiveImages } from './responsive-images.ts';
import { smilies } from './smilies.ts';
import { correctName, correctNameEverywhere, typography } from './typography.ts';

/** Renders a stored title; a prefix added by the caller is rendered with it. */
export function renderTitle(raw: string, context: RenderContext): string {
  return trimRendered(escapeRemainingAmpersands(correctNameEverywhere(typography(raw, context.shortcodes))));
}

/** Renders stored content. A text with blocks has its paragraphs already. */
export function renderContent(raw: string, context: RenderContext): string {
  const render = hasBlocks(raw) ? renderBlockContent : renderPlainContent;
  // What was shown while it was written has taken its numbers.
  if (context.isAfterWrite && (mentionsShortcode(raw, context.shortcodes) || mayBePlayed(raw))) render(raw, context);
  return render(raw, context);
}

function renderPlainContent(raw: string, context: RenderContext): string {
  const { shortcodes, rules } = context;
  const set = typography(embeds(raw, context), shortcodes);
  const parted = freeLoneShortcodes(paragraphs(set, rules), shortcodes);
  if (rules.lazyPictures) return finished(correctName(parted), context, context);
  const named = correctName(responsiveImages(parted, context.media));
  return faces(runShortcodes(named, shortcodes, context), context);
}

function renderBlockContent(raw: string, context: RenderContext): string {
  const { shortcodes, rules } = context;
  const html = renderBlocks(parseBlocks(withEmbeds(raw, context)), context);
  const parted = freeLoneShortcodes(typography(html, shortcodes), shortcodes);
  const inside: RenderContext = rules.blocks === 'early' ? { ...context, isBlockText: true } : context;
  if (rules.lazyPictures) return finished(correctName(parted), inside, context);
  return faces(runShortcodes(correctName(pictureTags(parted, context)), shortcodes, inside), context);
}

/** Renders blocks as they are, without what is done to a whole text. */
export const renderBlocksAlone = (raw: string, context: RenderContext): string =>
  renderBlocks(parseBlocks(raw), context);

/** Today's last steps: pictures are completed after shortcodes, so that those of galleries and captions are too. */
const finished = (text: string, inside: RenderContext, context: RenderContext): string =>
  faces(pictureTags(runShortcodes(text, context.shortcodes, inside), context), context);

/** A text after its addresses were replaced by what was loaded for them. */
export const withEmbeds = (raw: string, context: RenderContext): string =>
  embeds(raw, context, (address) => loadedEmbed(address, context));

/** The same for a page of the site, whose frames follow links; an address for which nothing was loaded is a link. */
export const withEmbedsAndLinks = (raw: string, context: RenderContext): string =>
  embeds(raw, context, (address) => loadedEmbed(address, context, followsLinks) ?? withoutShortcodes(linkTo(address)));

function loadedEmbed(address: string, context: RenderContext, allowed?: typeof followsLinks): string | undefined {
  const embed = loadedFor(context.blockData, 'embed', address);
  return embed && embeddedHtml(embed, (title) => renderTitle(title, context), allowed);
}

/** Renders a handwritten excerpt or a caption. Shortcodes stay text; one on a line of its own gets no paragraph. */
export function renderExcerpt(raw: string, context: RenderContext): string {
  const { shortcodes, rules } = context;
  const set = escapeRemainingAmpersands(typography(raw, shortcodes));
  const shown = freeLoneShortcodes(paragraphs(faces(set, context), rules), shortcodes);
  return rules.lazyPictures ? pictureTags(shown, context) : shown;
}

/** Generates the excerpt of a post that has none, from the beginning of its content. */
export const makeExcerpt = (rawContent: string, context: RenderContext): string =>
  renderExcerpt(excerptText(rawContent, context, context.excerptWords), context);

/** The first words of content, before they are rendered as an excerpt. */
export function excerptText(rawContent: string, context: RenderContext, most?: number): string {
  const source = withoutBlocks(excerptSource(rawContent, context.shortcodes), context);
  const beginning = most === undefined ? excerptBeginning(source, context.shortcodes) : undefined;
  const words = beginning && firstWordsOfBeginning(renderContent(beginning, context));
  return words ?? firstWords(renderContent(source, context), most);
}

/** Renders the text of a comment: URLs become links, and open tags are closed. */
export function renderComment(raw: string, context: RenderContext): string {
  const { shortcodes, rules, siteUrl } = context;
  const linked = autolinks(raw, { rel: rules.commentLinks, siteUrl });
  const set = escapeRemainingAmpersands(typography(linked, shortcodes));
  return correctName(paragraphs(balanceTags(faces(set, context), rules.markup), rules));
}

const faces = (text: string, { smilies: on, siteUrl }: RenderContext): string => (on ? smilies(text, siteUrl) : text);
