import { NumberInput, Select, SimpleGrid, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { atomicBatch, mostSteps, type Step } from '../../api/batch.ts';
import { useMay } from '../../api/me.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { LoadStates } from '../../ui/list-states.tsx';
import { notifyDone, notifyFailed } from '../../ui/notify.tsx';
import { withoutEntities } from '../../ui/plain-text.ts';
import { RemoteSelect } from '../../ui/remote-select.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import type { ContentItem, ContentKind } from './content-kind.ts';
import { changeSteps, type ItemChanges, type TermChange, termsOf } from './item-changes.ts';
import { listWords } from './list-words.ts';
import { TermsSelect } from './terms-select.tsx';
import { useSiteZone } from './use-site-zone.ts';

interface EditItemsProps {
  readonly kind: ContentKind;
  readonly ids: readonly number[];
  /** Whether it is the quick edit of one entry, which shows what it has. */
  readonly isQuick: boolean;
  readonly close: () => void;
  readonly done: () => void;
}

/** Changes one entry or several without their editor, all or nothing, with the way back. */
export function EditItemsDialog(props: EditItemsProps) {
  const { kind, ids } = props;
  const items = useQuery({
    queryKey: [kind.key, 'list', 'chosen', ids],
    queryFn: ({ signal }) => kind.chosen(ids, signal),
    staleTime: 0,
    gcTime: 0,
  });
  return items.data ? <EditForm {...props} items={items.data} /> : <LoadStates query={items} rows={2} />;
}

/** Fields of several begin empty: what is left so is not changed. */
function EditForm({ kind, isQuick, close, done, items }: EditItemsProps & { readonly items: readonly ContentItem[] }) {
  const words = useWords();
  const own = useOwnWords(listWords);
  const may = useMay();
  const client = useQueryClient();
  const zone = useSiteZone();
  const [first] = isQuick ? items : [];
  const [changes, setChanges] = useState<ItemChanges>({});
  const set = (more: ItemChanges) => setChanges((before) => ({ ...before, ...more }));
  const setTerms = (restBase: string, more: Partial<TermChange>) =>
    set({ terms: { ...changes.terms, [restBase]: { add: [], remove: [], ...changes.terms?.[restBase], ...more } } });
  const { supports, capabilities, hierarchical } = kind.type;
  const { steps, back } = changeSteps(kind, items, changes);
  const refresh = async () => {
    for (const key of [kind.key, 'overview']) await client.invalidateQueries({ queryKey: [key] });
  };
  const undo = async () => {
    try {
      await inBatches(back);
      notifyDone(words, words.list.changed(back.length));
    } catch (error) {
      notifyFailed(words, words.list.failed(back.length), error);
    }
    await refresh();
  };
  const save = useMutation({
    mutationFn: async () => {
      if (steps.length === 0) throw new Error(own.nothingChosen);
      await inBatches(steps);
    },
    onSuccess: async () => {
      notifyDone(words, words.list.changed(steps.length), () => void undo());
      done();
      await refresh();
    },
  });
  const states = [
    ...(may(capabilities.publish) ? (['publish', 'private'] as const) : []),
    ...(['draft', 'pending'] as const),
    ...(first?.status === 'future' ? (['future'] as const) : []),
  ].map((value) => ({ value: value as string, label: words.status[value] }));
  const mayGiveAway = supports.includes('author') && may(capabilities.edit_others) && may('list_users');
  const author = changes.author ?? first?.author;
  const parent = changes.parent ?? first?.parent;
  const title = first?.title?.raw || words.common.untitled;
  return (
    <FormDialog
      title={isQuick ? own.quickTitle(title) : own.bulkTitle(items.length)}
      submit={own.apply}
      saving={save}
      close={close}
      size="lg"
    >
      {first && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            label={words.list.title}
            value={changes.title ?? first.title?.raw ?? ''}
            onChange={(event) => set({ title: event.currentTarget.value })}
            data-autofocus
          />
          <TextInput
            label={own.slug}
            value={changes.slug ?? first.slug ?? ''}
            onChange={(event) => set({ slug: event.currentTarget.value })}
          />
        </SimpleGrid>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={own.state}
          data={states}
          placeholder={own.unchanged}
          clearable={!isQuick}
          allowDeselect={false}
          value={changes.status ?? first?.status ?? null}
          onChange={(status) => setChanges(({ status: _, ...rest }) => ({ ...rest, ...(status ? { status } : {}) }))}
        />
        <TextInput
          label={own.date}
          type="datetime-local"
          description={zone && own.zone(zone)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={(changes.date ?? first?.date ?? '').slice(0, 16)}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setChanges(({ date: _, ...rest }) => ({ ...rest, ...(value ? { date: `${value}:00` } : {}) }));
          }}
        />
      </SimpleGrid>
      {mayGiveAway && (
        <RemoteSelect
          isField
          label={own.author}
          placeholder={own.unchanged}
          queryKey="users"
          value={author === undefined ? null : String(author)}
          onChange={(value) =>
            setChanges(({ author: _, ...rest }) => ({ ...rest, ...(value ? { author: Number(value) } : {}) }))
          }
          find={async (text, signal) =>
            (await api.get('/wp/v2/users', { search: text, per_page: 20, _fields: 'id,name' }, signal)).map(choice)
          }
          name={async (id, signal) => choice(await api.get('/wp/v2/users/{id}', { id, _fields: 'id,name' }, signal))}
        />
      )}
      {kind.taxonomies.map((taxonomy) => {
        const { title: terms } = taxonomy.words(words);
        const { add, remove } = changes.terms?.[taxonomy.restBase] ?? { add: [], remove: [] };
        if (!first)
          return (
            <SimpleGrid key={taxonomy.key} cols={{ base: 1, xs: 2 }}>
              <TermsSelect
                kind={taxonomy}
                label={own.add(terms)}
                value={add}
                onChange={(value) => setTerms(taxonomy.restBase, { add: value })}
              />
              <TermsSelect
                kind={taxonomy}
                label={own.takeAway(terms)}
                value={remove}
                onChange={(value) => setTerms(taxonomy.restBase, { remove: value })}
              />
            </SimpleGrid>
          );
        const before = termsOf(first, taxonomy);
        return (
          <TermsSelect
            key={taxonomy.key}
            kind={taxonomy}
            label={terms}
            value={[...before.filter((id) => !remove.includes(id)), ...add]}
            onChange={(value) =>
              setTerms(taxonomy.restBase, {
                add: value.filter((id) => !before.includes(id)),
                remove: before.filter((id) => !value.includes(id)),
              })
            }
          />
        );
      })}
      {hierarchical && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <RemoteSelect
            isField
            label={own.parent}
            placeholder={isQuick ? words.common.none : own.unchanged}
            queryKey={`${kind.key} parents`}
            value={parent ? String(parent) : null}
            onChange={(value) =>
              value || isQuick ? set({ parent: Number(value ?? 0) }) : setChanges(({ parent: _, ...rest }) => rest)
            }
            find={async (text, signal) => {
              const query = { search: text, per_page: 20, orderby: 'title', order: 'asc', _fields: 'id,title' };
              const found = await kind.items.list({ ...query, exclude: items.map(({ id }) => id) }, signal);
              return found.items.map((item) => ({ value: String(item.id), label: item.title?.raw || `#${item.id}` }));
            }}
            name={async (id, signal) => {
              const item = await kind.items.get(Number(id), { _fields: 'id,title' }, signal);
              return { value: id, label: item.title?.raw || `#${id}` };
            }}
          />
          {first && supports.includes('page-attributes') && (
            <NumberInput
              label={own.order}
              description={own.orderHint}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              allowDecimal={false}
              value={changes.menu_order ?? first.menu_order ?? 0}
              onChange={(value) => set({ menu_order: Number(value) || 0 })}
            />
          )}
        </SimpleGrid>
      )}
    </FormDialog>
  );
}

/** More than fit into one batch are changed in several. */
async function inBatches(steps: readonly Step[]): Promise<void> {
  for (let at = 0; at < steps.length; at += mostSteps) await atomicBatch(steps.slice(at, at + mostSteps));
}

const choice = ({ id, name }: { readonly id: number; readonly name: string }) => ({
  value: String(id),
  label: withoutEntities(name),
});
