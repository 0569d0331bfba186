import { Avatar, Badge, Button, Group, Select, Table, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { MailPlus, Plus } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useMay } from '../../api/me.ts';
import { ButtonLink, TextLink } from '../../ui/links.tsx';
import { ListStates, ListTable } from '../../ui/list-states.tsx';
import { PagesBar } from '../../ui/pages-bar.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchField, useListSearch } from '../../ui/search-field.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { peopleWords } from './people-words.ts';
import { useRoleChoices } from './use-roles.ts';
import { UserForm } from './user-form.tsx';

const perPage = 25;

export function UsersScreen() {
  const words = useWords();
  const may = useMay();
  const { page, setPage, search, field } = useListSearch();
  const [role, setRole] = useState<string | null>(null);
  const own = useOwnWords(peopleWords);
  const choices = useRoleChoices();
  const [isAdding, setAdding] = useState(false);
  const [isInviting, setInviting] = useState(false);
  const list = useQuery({
    queryKey: ['users', 'list', page, search, role],
    queryFn: ({ signal }) =>
      api.list('/wp/v2/users', { page, per_page: perPage, search, ...(role ? { roles: [role] } : {}) }, signal),
    placeholderData: keepPreviousData,
  });
  const users = list.data?.items ?? [];
  return (
    <Screen
      title={words.users.title}
      note={list.data && words.users.count(list.data.total)}
      actions={
        <>
          <ButtonLink to="/users/roles" variant="subtle">
            {own.roles.title}
          </ButtonLink>
          {may('create_users') && (
            <>
              <ButtonLink to="/users/invitations" variant="subtle">
                {own.invitations.title}
              </ButtonLink>
              <Button variant="default" leftSection={<Plus size={18} aria-hidden />} onClick={() => setAdding(true)}>
                {words.users.new}
              </Button>
              <Button leftSection={<MailPlus size={18} aria-hidden />} onClick={() => setInviting(true)}>
                {own.invitations.invite}
              </Button>
            </>
          )}
        </>
      }
    >
      <Group mb="md" role="search">
        <SearchField {...field} />
        <Select
          aria-label={words.users.role}
          placeholder={words.users.role}
          data={choices}
          value={role}
          onChange={(value) => {
            setRole(value);
            setPage(1);
          }}
          clearable
        />
      </Group>
      <ListStates query={list} count={users.length} empty={{ title: words.list.nothingFound }}>
        <ListTable label={words.users.title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.users.name}</Table.Th>
              <Table.Th visibleFrom="sm">{words.settings.email}</Table.Th>
              <Table.Th>{words.users.role}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {users.map((user) => (
              <Table.Tr key={user.id}>
                <Table.Td>
                  <Group gap="sm" wrap="nowrap">
                    <Avatar name={user.name} color="sea" size={32} aria-hidden />
                    <div>
                      <TextLink to="/users/$id" params={{ id: String(user.id) }} fw={600} c="inherit">
                        {user.name || user.username}
                      </TextLink>
                      <Text size="xs" c="dimmed">
                        {user.username}
                      </Text>
                    </div>
                  </Group>
                </Table.Td>
                <Table.Td visibleFrom="sm">
                  <Text size="sm">{user.email}</Text>
                </Table.Td>
                <Table.Td>
                  {user.roles.map((one) => (
                    <Badge key={one} color="gray">
                      {choices.find(({ value }) => value === one)?.label ?? one}
                    </Badge>
                  ))}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </ListTable>
      </ListStates>
      <PagesBar page={page} pages={list.data?.pages ?? 0} go={setPage} />
      {isAdding && <UserForm close={() => setAdding(false)} />}
      {isInviting && <InviteDialog close={() => setInviting(false)} />}
    </Screen>
  );
}
