import type { ShortcodeHandler } from '../text/render-context.ts';
import type { Guarding } from './call-extension.ts';

/** Shortcodes that show nothing after a fault. */
export function guardShortcodes(guarding: Guarding): Readonly<Record<string, ShortcodeHandler>> {
  const { extension, guard } = guarding;
  const guarded = Object.entries(extension.shortcodes ?? {}).map(([name, handler]): [string, ShortcodeHandler] => [
    name,
    (...given) => {
      const made = guard.runSync(`shortcode ${name}`, () => checkedHtml(handler(...given)));
      return made.ok ? made.value : '';
    },
  ]);
  return Object.fromEntries(guarded);
}

function checkedHtml(html: unknown): string {
  if (typeof html === 'string') return html;
  // Nobody else waits for it, and a rejection without anybody who waits would end the process.
  if (html instanceof Promise) html.catch(() => {});
  throw new TypeError('A shortcode returns HTML as text.');
}
