import { Button, Group, Paper, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import type { UserEdit } from '../../api/interface.ts';
import { useDeclared } from '../../api/known-types.ts';
import { useMay, useMe } from '../../api/me.ts';
import { Refused } from '../../api/refused.ts';
import { LoadStates } from '../../ui/list-states.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { Screen } from '../../ui/screen.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useWords } from '../../words/words.tsx';
import { FieldForm } from '../fields/field-form.tsx';
import { useFieldsForm } from '../fields/use-fields-form.ts';
import { AccountAccess } from './account/account-access.tsx';
import { NewPassword } from './new-password.tsx';
import { leastPasswordCharacters } from './password-length.ts';
import { useRoleChoices } from './use-roles.ts';

/** An account, one's own or somebody else's. */
export function UserScreen() {
  const { id } = useParams({ from: '/users/$id' });
  return <Account key={id} id={Number(id)} />;
}

export function ProfileScreen() {
  return <Account id={useMe().id} title={useWords().users.profile} />;
}

function Account({ id, title }: { readonly id: number; readonly title?: string }) {
  const words = useWords();
  const user = useQuery({
    queryKey: ['users', 'item', id],
    queryFn: ({ signal }) => api.get('/wp/v2/users/{id}', { id }, signal),
  });
  return (
    <Screen title={title ?? (user.data?.name || words.users.account)}>
      <LoadStates query={user} />
      {user.data && <AccountForm key={id} stored={user.data} />}
      {user.data && <AccountAccess key={`access ${id}`} user={user.data} />}
    </Screen>
  );
}

const names = ['first_name', 'last_name', 'nickname', 'name', 'email', 'url', 'description'] as const;

function AccountForm({ stored }: { readonly stored: UserEdit }) {
  const words = useWords();
  const may = useMay();
  const me = useMe();
  const client = useQueryClient();
  const [fields, setFields] = useState(stored);
  const [password, setPassword] = useState('');
  const set = (changes: Partial<UserEdit>) => setFields((before) => ({ ...before, ...changes }));
  const choices = useRoleChoices();
  const { user_fields: declared } = useDeclared();
  const own = useFieldsForm(declared, stored.meta);
  const changed = {
    ...Object.fromEntries(names.filter((name) => fields[name] !== stored[name]).map((name) => [name, fields[name]])),
    ...(fields.roles[0] === stored.roles[0] ? {} : { roles: fields.roles }),
    ...(password === '' ? {} : { password }),
  };
  const save = useMutation({
    mutationFn: () => api.post('/platen/v1/users/{id}', { id: stored.id, ...changed, ...own.changed() }),
    onError: own.refuse,
    onSuccess: async () => {
      setPassword('');
      notifyDone(words, words.list.changed(1));
      await client.invalidateQueries({ queryKey: ['users'] });
      await client.invalidateQueries({ queryKey: ['me'] });
    },
  });
  const refusals = save.error instanceof Refused ? save.error.fields : {};
  const input = (name: Exclude<(typeof names)[number], 'description'>, label: string, type = 'text') => (
    <TextInput
      label={label}
      type={type}
      value={fields[name]}
      error={refusals[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Paper withBorder p="lg" maw={640}>
        <Stack>
          <TextInput label={words.users.username} value={stored.username} readOnly disabled />
          <Group grow align="flex-start">
            {input('first_name', words.users.firstName)}
            {input('last_name', words.users.lastName)}
          </Group>
          {input('name', words.users.publicName)}
          {input('email', words.settings.email, 'email')}
          {input('url', words.users.website, 'url')}
          <Textarea
            label={words.users.about}
            autosize
            minRows={3}
            value={fields.description}
            onChange={(event) => set({ description: event.currentTarget.value })}
          />
          {may('promote_users') && stored.id !== me.id && (
            <Select
              label={words.users.role}
              data={choices}
              allowDeselect={false}
              value={fields.roles[0] ?? null}
              onChange={(value) => value && set({ roles: [value] })}
            />
          )}
          <NewPassword
            label={words.users.newPassword}
            description={`${words.users.passwordHint(leastPasswordCharacters)} ${words.users.newPasswordHint}`}
            value={password}
            onChange={setPassword}
            error={refusals['password']}
            known={[stored.username, fields.name, fields.email]}
          />
          <FieldForm form={own.form} fields={declared} isPlain />
          {save.isError && <ErrorState title={words.states.notSaved} error={save.error} />}
          <Group>
            <Button
              type="submit"
              loading={save.isPending}
              disabled={Object.keys(changed).length === 0 && !own.isChanged}
            >
              {words.common.save}
            </Button>
          </Group>
        </Stack>
      </Paper>
    </form>
  );
}
