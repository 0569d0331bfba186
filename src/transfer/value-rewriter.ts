import { changePhpTexts, looksSerialized } from '../storage/options/php-texts.ts';

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

/** A text after a replacement, and how many places changed. */
export interface Replaced {
  readonly text: string;
  readonly count: number;
}

/** Replaces texts by others, also where they stand in JSON, and in JSON within JSON. */
export interface Replacement {
  isIn(text: string): boolean;
  apply(text: string): Replaced;
}

export interface ReplacementOptions {
  /** Whether the texts are addresses, which end where a host name or number would go on: not in `https://old.example.org`. */
  readonly wholeAddresses: boolean;
}

/** In one pass, so that nothing is replaced twice where a new text contains an old one. */
export function createReplacement(
  pairs: readonly (readonly [from: string, to: string])[],
  { wholeAddresses }: ReplacementOptions,
): Replacement {
  const forms = new Map<string, string>();
  for (const [from, to] of pairs) {
    let form = { from, to };
    for (let depth = 0; depth <= jsonDepth; depth += 1) {
      if (!forms.has(form.from)) forms.set(form.from, form.to);
      form = { from: inJson(form.from), to: inJson(form.to) };
    }
  }
  const longestFirst = [...forms.keys()].toSorted((a, b) => b.length - a.length);
  const alternatives = longestFirst.map((from) => literal(from) + (wholeAddresses ? endOf(from) : ''));
  const anywhere = new RegExp(alternatives.join('|'));
  const everywhere = new RegExp(anywhere, 'g');
  return {
    isIn: (text) => anywhere.test(text),
    apply: (text) => {
      let count = 0;
      const replaced = text.replace(everywhere, (found) => {
        count += 1;
        return forms.get(found) ?? found;
      });
      return { text: replaced, count };
    },
  };
}

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const jsonDepth = 2;

/** A text within a JSON string, with its slashes escaped as PHP does it. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/');

const endOf = (from: string): string => (from.endsWith('/') ? '' : '(?![\\w-]|\\.\\w|:\\d)');
