import { changePhpTexts, looksSerialized } from '../../storage/options/php-texts.ts';
import type { Replaced, Replacement } from './replacement.ts';

/** A stored value after a replacement; a damaged one is refused with the reason and stays as it is. */
export type RewrittenValue = (Replaced & { readonly refused: null }) | { readonly refused: string };

/** Replaces texts in a stored value, whatever its format. */
export type ValueRewriter = (value: string) => RewrittenValue;

/** How often a serialised value may be within another. */
const mostLayers = 20;

export function createValueRewriter(replacement: Replacement): ValueRewriter {
  const rewrite = (value: string, layer: number): RewrittenValue => {
    if (!replacement.isIn(value)) return { text: value, count: 0, refused: null };
    if (!looksSerialized(value) || layer > mostLayers) return { ...replacement.apply(value), refused: null };
    let count = 0;
    const changed = changePhpTexts(
      value,
      (part) => {
        const inner = rewrite(part, layer + 1);
        if (inner.refused !== null) return null;
        count += inner.count;
        return inner.text;
      },
      (part) => replacement.isIn(part),
    );
    return changed.ok ? { text: changed.text, count, refused: null } : { refused: changed.reason };
  };
  return (value) => rewrite(value, 0);
}
