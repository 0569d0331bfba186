import { Alert, Checkbox, Fieldset, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { useMay } from '../../api/me.ts';
import { Refused } from '../../api/refused.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { type CapabilityGroup, capabilityGroups } from './capability-groups.ts';
import { peopleWords } from './people-words.ts';
import { type SiteRole, standardName } from './use-roles.ts';

interface RoleFormProps {
  /** Null for a new role. */
  readonly stored: SiteRole | null;
  readonly roles: readonly SiteRole[];
  readonly isReadOnly: boolean;
  readonly close: () => void;
}

/** A role: its name, and a box for each capability that there is. */
export function RoleForm({ stored, roles, isReadOnly, close }: RoleFormProps) {
  const all = useWords();
  const { roles: words } = useOwnWords(peopleWords);
  const client = useQueryClient();
  const [name, setName] = useState(stored ? standardName(stored.slug, stored.name, all) : '');
  const [granted, setGranted] = useState<ReadonlySet<string>>(new Set(stored?.capabilities ?? ['read']));
  const [search, setSearch] = useState('');
  const save = useMutation({
    mutationFn: () => {
      const isSameName = stored !== null && name === standardName(stored.slug, stored.name, all);
      const sent = { ...(isSameName ? {} : { name }), capabilities: [...granted] };
      return stored
        ? api.post('/platen/v1/roles/{role}', { role: stored.slug, ...sent })
        : api.post('/platen/v1/roles', { name, capabilities: [...granted] });
    },
    onSuccess: async () => {
      notifyDone(all, all.list.changed(1));
      close();
      await client.invalidateQueries({ queryKey: ['users'] });
      await client.invalidateQueries({ queryKey: ['me'] });
    },
  });
  const refusals = save.error instanceof Refused ? save.error.fields : {};
  const known = [...new Set(roles.flatMap(({ capabilities }) => capabilities))].sort();
  const found = known.filter((one) => one.includes(search.trim().toLowerCase().replaceAll(' ', '_')));
  const toggle = (one: string, isOn: boolean) =>
    setGranted((before) => new Set(isOn ? [...before, one] : [...before].filter((other) => other !== one)));
  const title = stored ? words.editTitle(standardName(stored.slug, stored.name, all)) : words.new;
  const saving = isReadOnly ? { ...save, mutate: close } : save;
  return (
    <FormDialog
      title={title}
      submit={isReadOnly ? all.common.close : all.common.save}
      saving={saving}
      close={close}
      size="xl"
    >
      {isReadOnly && <Alert color="gray">{words.aboveYou}</Alert>}
      <TextInput
        label={words.name}
        required
        maxLength={100}
        disabled={isReadOnly}
        value={name}
        error={refusals['name']}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
      {!stored && (
        <Select
          label={words.startFrom}
          data={roles
            .filter(({ can_give: canGive }) => canGive)
            .map((role) => ({ value: role.slug, label: standardName(role.slug, role.name, all) }))}
          clearable
          onChange={(slug) => {
            const from = roles.find((role) => role.slug === slug);
            if (from) setGranted(new Set(from.capabilities));
          }}
        />
      )}
      <TextInput label={words.find} value={search} onChange={(event) => setSearch(event.currentTarget.value)} />
      {capabilityGroups(found).map(([group, names]) => (
        <Group key={group} group={group}>
          {names.map((one) => (
            <Capability
              key={one}
              name={one}
              isOn={granted.has(one)}
              isDeclared={stored?.declared.includes(one) ?? false}
              isReadOnly={isReadOnly}
              toggle={toggle}
            />
          ))}
        </Group>
      ))}
    </FormDialog>
  );
}

function Group({ group, children }: { readonly group: CapabilityGroup; readonly children: React.ReactNode }) {
  const { roles: words } = useOwnWords(peopleWords);
  return (
    <Fieldset legend={words.groups[group]}>
      <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }} spacing="xs">
        {children}
      </SimpleGrid>
    </Fieldset>
  );
}

interface CapabilityProps {
  readonly name: string;
  readonly isOn: boolean;
  readonly isDeclared: boolean;
  readonly isReadOnly: boolean;
  readonly toggle: (name: string, isOn: boolean) => void;
}

/** Names of capabilities are what documentation and plugins call them, in every language. */
function Capability({ name, isOn, isDeclared, isReadOnly, toggle }: CapabilityProps) {
  const { roles: words } = useOwnWords(peopleWords);
  const may = useMay();
  const isForeign = !isOn && !may(name);
  const why = isDeclared ? words.declared : isForeign ? words.notYours : undefined;
  return (
    <Stack gap={0}>
      <Checkbox
        label={<span translate="no">{name}</span>}
        description={why}
        checked={isOn}
        disabled={isReadOnly || isDeclared || isForeign}
        onChange={(event) => toggle(name, event.currentTarget.checked)}
      />
    </Stack>
  );
}
