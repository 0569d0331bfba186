import { useMemo } from 'react';
import { useDeclared } from '../../api/known-types.ts';
import type { ContentModel } from './model.ts';

/** The model without what the interface does not show: nobody edits it, and no field leads there. */
export function useShownModel<Model extends ContentModel | undefined>(model: Model): Model {
  const { types, taxonomies } = useDeclared();
  return useMemo(() => {
    if (!model) return model;
    const { fixed } = model;
    const isKnown = (all: readonly { readonly name: string }[]) => {
      const names = new Set(['attachment', ...all.map(({ name }) => name)]);
      return ({ name }: { readonly name: string }) => names.has(name);
    };
    return {
      ...model,
      fixed: {
        ...fixed,
        postTypes: fixed.postTypes.filter(isKnown(types)),
        taxonomies: fixed.taxonomies.filter(isKnown(taxonomies)),
      },
    };
  }, [model, types, taxonomies]);
}
