import { useState } from 'react';
import type { LibraryItem } from './library-api.ts';

/** The files that are selected. */
export interface Selection {
  readonly selected: ReadonlyMap<number, LibraryItem>;
  /** Selects a file or not; with a range, all between it and the one that was selected before. */
  toggle(item: LibraryItem, among: readonly LibraryItem[], isRange: boolean): void;
  add(items: readonly LibraryItem[]): void;
  clear(): void;
}

export function useSelection(): Selection {
  const [selected, setSelected] = useState<ReadonlyMap<number, LibraryItem>>(new Map());
  const [last, setLast] = useState<number | null>(null);
  const add = (items: readonly LibraryItem[]) =>
    setSelected((before) => new Map([...before, ...items.map((item) => [item.id, item] as const)]));
  return {
    selected,
    add,
    toggle(item, among, isRange) {
      setLast(item.id);
      const [from, to] = [among.findIndex(({ id }) => id === last), among.findIndex(({ id }) => id === item.id)];
      if (isRange && from >= 0 && to >= 0) return add(among.slice(Math.min(from, to), Math.max(from, to) + 1));
      setSelected((before) => {
        const next = new Map(before);
        if (!next.delete(item.id)) next.set(item.id, item);
        return next;
      });
    },
    clear: () => setSelected((before) => (before.size === 0 ? before : new Map())),
  };
}
