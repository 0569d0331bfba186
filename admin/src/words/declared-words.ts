import type { Words } from './en.ts';

interface Described {
  readonly labels: { readonly name: string; readonly singular_name: string };
  readonly description: string;
}

/** What the screens of a declared type or taxonomy say: its own names, in sentences of the page's language. */
export function declaredWords({ labels, description }: Described, { declared }: Words): Words['posts'] {
  return {
    title: labels.name,
    new: declared.new(labels.singular_name),
    empty: declared.empty,
    emptyText: description,
    count: declared.count,
  };
}
