import { Select, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { Refused } from '../../api/refused.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { useWords } from '../../words/words.tsx';
import { NewPassword } from './new-password.tsx';
import { leastPasswordCharacters } from './password-length.ts';
import { useRoleChoices } from './use-roles.ts';

/** A new account. */
export function UserForm({ close }: { readonly close: () => void }) {
  const words = useWords();
  const client = useQueryClient();
  const choices = useRoleChoices({ toGive: true });
  const [username, setUsername] = useState('');
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [role, setRole] = useState<string>('author');
  const save = useMutation({
    mutationFn: () =>
      api.post('/platen/v1/users', { username, email, password, roles: [role], ...(name ? { name } : {}) }),
    onSuccess: async () => {
      notifyDone(words, words.users.created(username));
      close();
      await client.invalidateQueries({ queryKey: ['users'] });
    },
  });
  const refusals = save.error instanceof Refused ? save.error.fields : {};
  return (
    <FormDialog title={words.users.new} submit={words.users.create} saving={save} close={close}>
      <TextInput
        label={words.users.username}
        required
        autoComplete="off"
        value={username}
        error={refusals['username']}
        onChange={(event) => setUsername(event.currentTarget.value)}
        data-autofocus
      />
      <TextInput
        label={words.users.publicName}
        autoComplete="off"
        value={name}
        error={refusals['name']}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label={words.settings.email}
        type="email"
        required
        autoComplete="off"
        value={email}
        error={refusals['email']}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <NewPassword
        label={words.session.password}
        description={words.users.passwordHint(leastPasswordCharacters)}
        required
        value={password}
        onChange={setPassword}
        error={refusals['password']}
        known={[username, name, email]}
      />
      <Select
        label={words.users.role}
        data={choices}
        allowDeselect={false}
        value={role}
        onChange={(value) => value && setRole(value)}
      />
    </FormDialog>
  );
}
