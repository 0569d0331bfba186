import { caption } from './macros/caption.ts';
import { gallery } from './macros/gallery.ts';
import { audio, video } from './macros/players.ts';
import { createShortcodeRegistry } from './shortcodes.ts';

const nothing = (): string => '';

/**
 * The macros every site knows. `embed` is here only for what the earlier embed step left (its escaped form); a playlist
 * has nothing to play until a library of sound is handed in.
 */
export const coreShortcodes = createShortcodeRegistry({
  audio,
  caption,
  embed: nothing,
  gallery,
  playlist: nothing,
  video,
  wp_caption: caption,
});
