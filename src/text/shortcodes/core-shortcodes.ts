import { caption } from './caption.ts';
import { gallery } from './gallery.ts';
import { audio, video } from './players.ts';
import { createShortcodeRegistry } from './shortcodes.ts';

const nothing = (): string => '';

/**
 * The shortcodes every site has. `embed` is here only for what the earlier embed step left (its escaped form).
 * `playlist` renders nothing, because rendering has no access to the audio files of the library.
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
