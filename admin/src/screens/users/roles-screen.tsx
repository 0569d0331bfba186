import { Badge, Button, Group, Select, Table, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useMay } from '../../api/me.ts';
import { ActionsHeading } from '../../ui/actions-heading.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextButton } from '../../ui/links.tsx';
import { ListStates, ListTable } from '../../ui/list-states.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { peopleWords } from './people-words.ts';
import { RoleForm } from './role-form.tsx';
import { type SiteRole, standardName, useRoleChoices, useRoleList } from './use-roles.ts';

/** The roles of the site. */
export function RolesScreen() {
  const all = useWords();
  const { roles: words } = useOwnWords(peopleWords);
  const may = useMay();
  const mayChange = may('promote_users') && may('manage_options');
  const list = useRoleList();
  const [edited, setEdited] = useState<SiteRole | 'new' | null>(null);
  const [removed, setRemoved] = useState<SiteRole | null>(null);
  const roles = list.data ?? [];
  return (
    <Screen
      title={words.title}
      actions={
        mayChange && (
          <Button leftSection={<Plus size={18} aria-hidden />} onClick={() => setEdited('new')}>
            {words.new}
          </Button>
        )
      }
    >
      <Text c="dimmed" size="sm" mb="md">
        {words.text}
      </Text>
      <ListStates query={list} count={roles.length} empty={{ title: all.list.nothingFound }}>
        <ListTable label={words.title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.name}</Table.Th>
              <Table.Th visibleFrom="sm">{words.allows}</Table.Th>
              <Table.Th visibleFrom="sm">{words.users}</Table.Th>
              <ActionsHeading width={120} />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {roles.map((role) => (
              <Table.Tr key={role.slug}>
                <Table.Td>
                  <Group gap="sm">
                    <TextButton onClick={() => setEdited(role)}>{standardName(role.slug, role.name, all)}</TextButton>
                    {role.is_default && <Badge color="gray">{words.isDefault}</Badge>}
                  </Group>
                  <Text size="sm" c="dimmed" hiddenFrom="sm">
                    {words.allowsCount(role.capabilities.length)} · {words.usersCount(role.users)}
                  </Text>
                </Table.Td>
                <Table.Td visibleFrom="sm">{words.allowsCount(role.capabilities.length)}</Table.Td>
                <Table.Td visibleFrom="sm">{words.usersCount(role.users)}</Table.Td>
                <Table.Td ta="end">
                  {mayChange && role.can_give && !role.is_default && (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      color="red"
                      aria-label={words.removeOne(role.name)}
                      onClick={() => setRemoved(role)}
                    >
                      {words.remove}
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </ListTable>
      </ListStates>
      {edited && (
        <RoleForm
          stored={edited === 'new' ? null : edited}
          roles={roles}
          isReadOnly={!mayChange || (edited !== 'new' && !edited.can_give)}
          close={() => setEdited(null)}
        />
      )}
      {removed && <RemoveRole role={removed} close={() => setRemoved(null)} />}
    </Screen>
  );
}

function RemoveRole({ role, close }: { readonly role: SiteRole; readonly close: () => void }) {
  const all = useWords();
  const { roles: words } = useOwnWords(peopleWords);
  const client = useQueryClient();
  const choices = useRoleChoices({ toGive: true }).filter(({ value }) => value !== role.slug);
  const [reassign, setReassign] = useState('subscriber');
  const remove = useMutation({
    mutationFn: () => api.delete('/platen/v1/roles/{role}', { role: role.slug, reassign }),
    onSuccess: async () => {
      notifyDone(all, words.removed(role.name));
      close();
      await client.invalidateQueries({ queryKey: ['users'] });
    },
  });
  return (
    <ConfirmDialog
      isOpened
      title={words.removeTitle(role.name)}
      text={`${words.usersCount(role.users)}. ${words.removeText}`}
      action={words.remove}
      isBusy={remove.isPending}
      error={remove.error}
      confirm={() => remove.mutate()}
      close={close}
    >
      <Select
        label={words.reassign}
        data={choices}
        allowDeselect={false}
        value={reassign}
        onChange={(value) => value && setReassign(value)}
      />
    </ConfirmDialog>
  );
}
