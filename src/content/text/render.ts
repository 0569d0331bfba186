import { autolinks } from './comments/autolinks.ts';
import { balanceTags } from './comments/balance-tags.ts';
import { excerptSource, firstWords, firstWordsOfBeginning } from './excerpt.ts';
import { excerptBeginning } from './excerpt-beginning.ts';
import { embeds } from './macros/embeds.ts';
import { responsiveImages } from './macros/responsive-images.ts';
import { freeLoneShortcodes, runShortcodes } from './macros/run-shortcodes.ts';
import { paragraphs } from './paragraphs/paragraphs.ts';
import type { RenderContext } from './render-context.ts';
import { trimBlanks } from './scan/characters.ts';
import { escapeOneLetterReferences } from './scan/entities.ts';
import { correctName, correctNameEverywhere } from './typography/product-name.ts';
import { smilies } from './typography/smilies.ts';
import { typography } from './typography/typography.ts';

/** A stored title as it is shown. Prefixes for private and protected posts are the caller's. */
export function renderTitle(raw: string, context: RenderContext): string {
  return trimBlanks(escapeOneLetterReferences(correctNameEverywhere(typography(raw, context.shortcodes))));
}

/** Stored content as it is shown. */
export function renderContent(raw: string, context: RenderContext): string {
  const set = typography(embeds(raw, context), context.shortcodes);
  const parted = freeLoneShortcodes(paragraphs(set), context.shortcodes);
  const named = correctName(responsiveImages(parted, context.media));
  return faces(runShortcodes(named, context.shortcodes, context), context);
}

/** A handwritten excerpt, or a caption, as it is shown: macros in it stay text. */
export function renderExcerpt(raw: string, context: RenderContext): string {
  return paragraphs(faces(escapeOneLetterReferences(typography(raw, context.shortcodes)), context));
}

/** The excerpt that is shown where none was written: the beginning of the content. */
export function makeExcerpt(rawContent: string, context: RenderContext): string {
  const source = excerptSource(rawContent, context.shortcodes);
  const beginning = excerptBeginning(source, context.shortcodes);
  const words = beginning && firstWordsOfBeginning(renderContent(beginning, context));
  return renderExcerpt(words ?? firstWords(renderContent(source, context)), context);
}

/** The text of a comment as it is shown: addresses become links, and no tag is left open. */
export function renderComment(raw: string, context: RenderContext): string {
  const set = escapeOneLetterReferences(typography(autolinks(raw), context.shortcodes));
  return correctName(paragraphs(balanceTags(faces(set, context))));
}

const faces = (text: string, { smilies: on, siteUrl }: RenderContext): string => (on ? smilies(text, siteUrl) : text);
