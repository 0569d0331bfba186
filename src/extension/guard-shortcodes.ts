import type { ShortcodeHandler } from '../text/render-context.ts';
import type { Guarding } from './call-extension.ts';
import { checkedHtml } from './checked-html.ts';

/** Shortcodes that show nothing after a fault. */
export function guardShortcodes(guarding: Guarding): Readonly<Record<string, ShortcodeHandler>> {
  const { extension, guard } = guarding;
  const guarded = Object.entries(extension.shortcodes ?? {}).map(([name, handler]): [string, ShortcodeHandler] => [
    name,
    (...given) => {
      const made = guard.runSync(`shortcode ${name}`, () => checkedHtml(handler(...given), 'shortcode'));
      return made.ok ? made.value : '';
    },
  ]);
  return Object.fromEntries(guarded);
}
