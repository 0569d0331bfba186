import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import type { Field } from '../../api/description.ts';
import { notifyDone } from '../../ui/notify.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { firstIn, layOut } from '../fields/form-layout.ts';
import { createFormState, type FormState, type Values } from '../fields/form-state.ts';
import { membersOf, type Path, rowsOf } from '../fields/paths.ts';
import type { ContentModel, Loss } from './model.ts';
import { isStale, loadModel, lossesIn, saveModel } from './model-api.ts';
import { nameRules, namesOf } from './names.ts';
import { type Owner, renamesIn, withPart } from './owners.ts';
import { refusedMembers, sameNames } from './refused-members.ts';
import { modelWords } from './words.ts';

interface DraftOptions {
  readonly owner: Owner;
  /** Null for one that is not declared yet. */
  readonly id: string | null;
  readonly model: ContentModel;
  readonly fields: readonly Field[];
  /** Told where one was made. */
  readonly created: (id: string) => void;
}

interface Base {
  readonly model: ContentModel;
  readonly values: Values;
}

/** Names that two fields have are seen here; a table cannot even say them. */
class SameNames extends Error {}

/** The part of the model in hand: what was loaded, what was changed since, and what somebody else saved meanwhile. */
export function useModelDraft({ owner, id, model, fields, created }: DraftOptions) {
  const words = useWords();
  const own = useOwnWords(modelWords);
  const client = useQueryClient();
  const partOf = ({ declarations }: ContentModel): unknown =>
    id === null ? undefined : declarations[owner.section][owner.find(declarations, id)];
  const [base, setBase] = useState((): Base => ({ model, values: owner.valuesOf(partOf(model)) }));
  const [form] = useState(() => createFormState(base.values, { first: (paths) => firstIn(layOut(fields, []), paths) }));
  const [conflict, setConflict] = useState<ContentModel | null>(null);
  const [losses, setLosses] = useState<readonly Loss[] | null>(null);
  const isChanged = useSyncExternalStore(form.subscribe, () => form.values() !== base.values);

  const renamesTo = (to: ContentModel, values: Values) =>
    id === null ? [] : renamesIn(values, partOf(to), owner.owned(id));
  const send = (to: ContentModel, values: Values, acceptsLoss: boolean) => {
    const part = owner.declaredFrom(values, partOf(to), id);
    const at = id === null ? -1 : owner.find(to.declarations, id);
    return saveModel({
      version: to.version,
      declarations: withPart(to.declarations, owner.section, at, part),
      renames: renamesTo(to, values),
      accept_loss: acceptsLoss,
    });
  };
  const saving = useMutation({
    mutationFn: async (acceptsLoss: boolean) => {
      const values = form.values();
      const same = sameNames(values, own.sameName);
      if (Object.keys(same).length > 0) {
        form.refuse(same);
        throw new SameNames(own.refused(Object.keys(same).length));
      }
      try {
        return await send(base.model, values, acceptsLoss);
      } catch (error) {
        if (!isStale(error)) throw error;
        // What somebody else saved is of no concern where it is about another part.
        const fresh = await loadModel();
        if (JSON.stringify(partOf(fresh)) !== JSON.stringify(partOf(base.model))) {
          setConflict(fresh);
          throw error;
        }
        setBase((before) => ({ ...before, model: fresh }));
        return send(fresh, values, acceptsLoss);
      }
    },
    onSuccess: async (saved) => {
      setLosses(null);
      takeNames(form, form.values(), []);
      setBase({ model: saved, values: form.values() });
      notifyDone(words, own.saved);
      if (id === null) created(newId(owner, saved, form.values()));
      // Lists, forms and the menu follow the model.
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'edited' });
    },
    onError: (error) => {
      setLosses(lossesIn(error));
      const at = id === null ? base.model.declarations[owner.section].length : owner.find(base.model.declarations, id);
      const values = form.values();
      const under = `declarations.${owner.section}[${at}]`;
      const { shown } = refusedMembers(error, { under, renames: renamesTo(base.model, values), values });
      if (Object.keys(shown).length > 0) form.refuse(shown);
    },
  });
  return {
    form,
    /** As it is stored, as far as it is known. */
    model: base.model,
    isChanged,
    saving,
    /** Why it was not saved, where nothing else on the screen says so. */
    failure: conflict || losses ? null : saving.error,
    losses,
    forgetLosses: () => setLosses(null),
    conflict: conflict && { theirs: partOf(conflict), mine: owner.declaredFrom(form.values(), partOf(conflict), id) },
    resolve(keeps: 'mine' | 'theirs') {
      if (!conflict) return;
      if (keeps === 'mine') {
        setBase({ ...base, model: conflict });
      } else {
        const values = owner.valuesOf(partOf(conflict));
        form.replace(values);
        setBase({ model: conflict, values });
        notifyDone(words, words.editor.tookTheirs);
      }
      saving.reset();
      setConflict(null);
    },
  };
}

/** What has been made is the last of its section. */
function newId(owner: Owner, { declarations }: ContentModel, values: Values): string {
  const part = membersOf(owner.declaredFrom(values, undefined, null));
  return String(part['name'] ?? membersOf(declarations[owner.section].at(-1))['name']);
}

/** What is stored now has the names of now; rows stay as they are, so that those that are open stay open. */
function takeNames(form: FormState, values: Values, path: Path): void {
  for (const list of ['fields', 'layouts'] as const) {
    const rows = rowsOf(values[list]).map(membersOf);
    const names = namesOf(rows, list === 'fields' ? nameRules.field : nameRules.layout);
    for (const [at, row] of rows.entries()) {
      const place = [...path, list, at];
      if (row['was'] !== names[at]) form.set([...place, 'was'], names[at]);
      if (row['name'] !== names[at]) form.set([...place, 'name'], names[at]);
      takeNames(form, row, place);
    }
  }
}
