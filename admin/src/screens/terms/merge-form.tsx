import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { RemoteSelect } from '../../ui/remote-select.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { contentKey } from '../content/content-kind.ts';
import type { Term, TermKind } from './term-kind.ts';
import { termWords } from './words.ts';

interface MergeFormProps {
  readonly kind: TermKind;
  readonly term: Term;
  readonly close: () => void;
}

/** Asks which term another is merged into. */
export function MergeForm({ kind, term, close }: MergeFormProps) {
  const words = useWords();
  const own = useOwnWords(termWords);
  const client = useQueryClient();
  const [into, setInto] = useState<string | null>(null);
  const merge = useMutation({
    mutationFn: async () => {
      const target = await kind.byId(Number(into));
      await kind.merge(term.id, target.id);
      return target;
    },
    onSuccess: async (target) => {
      notifyDone(words, own.merged(target.name));
      close();
      const keys = [kind.key, ...kind.taxonomy.types.map(contentKey)];
      await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })));
    },
  });
  const saving = { isPending: merge.isPending, error: merge.error, mutate: () => into !== null && merge.mutate() };
  return (
    <FormDialog title={own.mergeTitle(term.name)} submit={own.mergeNow} saving={saving} close={close}>
      <Text size="sm">
        {own.mergeText(term.count)} {kind.hasParents && own.mergeBelow}
      </Text>
      <RemoteSelect
        label={own.mergeInto}
        queryKey={kind.key}
        value={into}
        onChange={setInto}
        find={async (search, signal) =>
          (await kind.list({ search, page: 1 }, signal)).items.filter(({ id }) => id !== term.id).map(choice)
        }
        name={async (id, signal) => choice(await kind.byId(Number(id), signal))}
      />
    </FormDialog>
  );
}

const choice = ({ id, name }: Term) => ({ value: String(id), label: name });
