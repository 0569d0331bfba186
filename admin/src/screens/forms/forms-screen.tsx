import { Button, Code, Group, Menu, Table, TextInput } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { start } from '../../app/start.ts';
import { dangerColor } from '../../app/theme.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { TextLink } from '../../ui/links.tsx';
import { notifyDone, notifyFailed } from '../../ui/notify.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useListSearch } from '../../ui/search-field.tsx';
import { SearchedTable } from '../../ui/searched-table.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { draftOf, type FormSummary, formApi, formsQuery } from './form-api.ts';
import { formWords } from './words.ts';

/** The forms of the site. */
export function FormsScreen() {
  const words = useWords();
  const own = useOwnWords(formWords);
  const client = useQueryClient();
  const { search, field } = useListSearch();
  const [isMaking, setMaking] = useState(false);
  const [removed, setRemoved] = useState<FormSummary | null>(null);
  const list = useQuery({ ...formsQuery(search), placeholderData: keepPreviousData });
  const remove = useMutation({
    mutationFn: (form: FormSummary) => formApi.remove(form.id),
    onSuccess: async () => {
      setRemoved(null);
      notifyDone(words, words.list.removed(1));
      await client.invalidateQueries({ queryKey: ['forms'] });
    },
  });
  const forms = list.data ?? [];
  const newButton = (
    <Button leftSection={<Plus size={18} aria-hidden />} onClick={() => setMaking(true)}>
      {own.new}
    </Button>
  );
  return (
    <Screen title={own.title} note={list.data && own.count(forms.length)} actions={newButton}>
      <SearchedTable
        words={own}
        searching={{ search, field }}
        query={list}
        count={forms.length}
        headings={
          <>
            <Table.Th>{words.list.title}</Table.Th>
            <Table.Th visibleFrom="sm">{own.code}</Table.Th>
          </>
        }
      >
        {forms.map((form) => (
          <FormRow key={form.id} form={form} remove={() => setRemoved(form)} />
        ))}
      </SearchedTable>
      {isMaking && <NewForm close={() => setMaking(false)} />}
      <ConfirmDialog
        isOpened={removed !== null}
        title={own.confirmDelete(removed?.title ?? '')}
        text={own.confirmDeleteText}
        isBusy={remove.isPending}
        error={remove.error}
        close={() => setRemoved(null)}
        confirm={() => removed && remove.mutate(removed)}
      />
    </Screen>
  );
}

function FormRow({ form, remove }: { readonly form: FormSummary; readonly remove: () => void }) {
  const words = useWords();
  const own = useOwnWords(formWords);
  const client = useQueryClient();
  const navigate = useNavigate();
  const code = `[contact-form id="${form.id}"]`;
  const duplicate = async () => {
    try {
      const stored = await formApi.find(form.id);
      await formApi.make({ ...draftOf(stored), title: own.copyOf(stored.title) });
      notifyDone(words, own.made);
      await client.invalidateQueries({ queryKey: ['forms'] });
    } catch (error) {
      notifyFailed(words, words.states.notSaved, error);
    }
  };
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <TextLink to="/forms/$id" params={{ id: String(form.id) }} fw={600} c="inherit">
          {form.title || words.common.untitled}
        </TextLink>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Group gap="xs">
          <Code>{code}</Code>
          <CopyButton size="compact-sm" value={code} label={own.copy} aria-label={`${own.copy}: ${form.title}`} />
        </Group>
      </Table.Td>
      <Table.Td>
        <RowMenu title={form.title}>
          {() => (
            <>
              <Menu.Item onClick={() => void navigate({ to: '/forms/$id', params: { id: String(form.id) } })}>
                {words.list.edit}
              </Menu.Item>
              <Menu.Item onClick={() => void navigate({ to: '/inbox', search: { form: form.id } })}>
                {own.messages}
              </Menu.Item>
              <Menu.Item
                component="a"
                href={`${start.serverPath}/embed/forms/${form.id}`}
                target="_blank"
                rel="noopener"
              >
                {own.open}
              </Menu.Item>
              <Menu.Item onClick={() => void duplicate()}>{own.duplicate}</Menu.Item>
              <Menu.Item color={dangerColor} onClick={remove}>
                {words.common.delete}
              </Menu.Item>
            </>
          )}
        </RowMenu>
      </Table.Td>
    </Table.Tr>
  );
}

function NewForm({ close }: { readonly close: () => void }) {
  const own = useOwnWords(formWords);
  const client = useQueryClient();
  const navigate = useNavigate();
  const [title, setTitle] = useState('');
  const make = useMutation({
    mutationFn: () => formApi.make({ title }),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['forms'] });
      await navigate({ to: '/forms/$id', params: { id: String(id) } });
    },
  });
  return (
    <FormDialog title={own.new} submit={own.make} saving={make} close={close}>
      <TextInput
        label={own.newTitle}
        required
        data-autofocus
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
