import type { Config } from '../config/config.ts';
import type { ShortcodeRegistry } from '../text/render-context.ts';
import { coreShortcodes } from '../text/shortcodes/core-shortcodes.ts';
import { extensionsOf } from '../variants.ts';

/** The shortcodes available in this variant: those of the core and of its extensions. */
export function shortcodesOf(variant: Config['variant']): ShortcodeRegistry {
  return extensionsOf(variant).reduce((known, extension) => known.with(extension.shortcodes ?? {}), coreShortcodes);
}
