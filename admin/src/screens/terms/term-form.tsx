import { Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Refused } from '../../api/refused.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { RemoteSelect } from '../../ui/remote-select.tsx';
import { useWords } from '../../words/words.tsx';
import { FieldForm } from '../fields/field-form.tsx';
import { useFieldsForm } from '../fields/use-fields-form.ts';
import type { Term, TermKind } from './term-kind.ts';

interface TermFormProps {
  readonly kind: TermKind;
  /** Null for a new one. */
  readonly term: Term | null;
  /** What a new one is below of, to begin with. */
  readonly below?: number | undefined;
  readonly close: () => void;
}

export function TermForm({ kind, term, below = 0, close }: TermFormProps) {
  const words = useWords();
  const own = kind.words(words);
  const client = useQueryClient();
  const [name, setName] = useState(term?.name ?? '');
  const [slug, setSlug] = useState(term?.slug ?? '');
  const [description, setDescription] = useState(term?.description ?? '');
  const [parent, setParent] = useState(term?.parent ?? below);
  const { form, changed, refuse } = useFieldsForm(kind.taxonomy.fields, term?.meta);
  const save = useMutation({
    mutationFn: () => {
      const fields = { name, slug, description, ...(kind.hasParents ? { parent } : {}), ...changed() };
      return term ? kind.update(term.id, fields) : kind.create(fields);
    },
    onError: refuse,
    onSuccess: async () => {
      notifyDone(words, words.list.changed(1));
      close();
      await client.invalidateQueries({ queryKey: [kind.key] });
    },
  });
  const refusals = save.error instanceof Refused ? save.error.fields : {};
  return (
    <FormDialog
      title={term ? term.name : own.new}
      submit={words.common.save}
      saving={save}
      close={close}
      size={kind.taxonomy.fields.length > 0 ? 'lg' : 'md'}
    >
      <TextInput
        label={words.terms.name}
        required
        value={name}
        error={refusals['name']}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      <TextInput
        label={words.terms.slug}
        description={words.terms.slugHint}
        value={slug}
        error={refusals['slug']}
        onChange={(event) => setSlug(event.currentTarget.value)}
      />
      {kind.hasParents && (
        <RemoteSelect
          label={words.terms.parent}
          isField
          queryKey={kind.key}
          value={parent ? String(parent) : null}
          onChange={(value) => setParent(Number(value ?? 0))}
          find={async (search, signal) =>
            (await kind.list({ search, page: 1 }, signal)).items.filter(({ id }) => id !== term?.id).map(choice)
          }
          name={async (id, signal) => choice(await kind.byId(Number(id), signal))}
        />
      )}
      <Textarea
        label={words.terms.description}
        autosize
        minRows={3}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <FieldForm form={form} fields={kind.taxonomy.fields} isPlain />
    </FormDialog>
  );
}

const choice = ({ id, name }: Term) => ({ value: String(id), label: name });
