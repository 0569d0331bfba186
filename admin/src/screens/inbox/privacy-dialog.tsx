import { Button, Divider, Modal, NumberInput, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { LoadStates } from '../../ui/list-states.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { inboxWords } from './words.ts';

const kinds = ['delivered', 'undelivered', 'spam', 'trash'] as const;
type Days = Readonly<Record<(typeof kinds)[number], number>>;

/** How long messages are kept, and the removal of all messages of a person. */
export function PrivacyDialog({ close }: { readonly close: () => void }) {
  const words = useWords();
  const own = useOwnWords(inboxWords);
  const retention = useQuery({
    queryKey: ['messages', 'retention'],
    queryFn: ({ signal }) => api.get('/platen/v1/forms/retention', {}, signal),
  });
  return (
    <Modal opened onClose={close} title={own.privacy} size="lg" closeButtonProps={{ 'aria-label': words.common.close }}>
      <Stack>
        <LoadStates query={retention} rows={3} />
        {retention.data && <RetentionForm stored={retention.data} />}
        <Divider />
        <ErasureForm />
      </Stack>
    </Modal>
  );
}

function RetentionForm({ stored }: { readonly stored: Days }) {
  const words = useWords();
  const own = useOwnWords(inboxWords);
  const client = useQueryClient();
  const [days, setDays] = useState(stored);
  const save = useMutation({
    mutationFn: () => api.post('/platen/v1/forms/retention', days),
    onSuccess: async () => {
      notifyDone(words, own.retentionSaved);
      await client.invalidateQueries({ queryKey: ['messages'] });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <Title order={3} size="h5">
        {own.retention}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {own.retentionText}
      </Text>
      <SimpleGrid cols={{ base: 2, sm: 4 }} mb="sm">
        {kinds.map((kind) => (
          <NumberInput
            key={kind}
            label={own.retentionKinds[kind]}
            min={0}
            max={3650}
            allowDecimal={false}
            value={days[kind]}
            onChange={(value) => setDays((before) => ({ ...before, [kind]: Number(value) || 0 }))}
          />
        ))}
      </SimpleGrid>
      {save.isError && <ErrorState title={words.states.notSaved} error={save.error} />}
      <Button type="submit" loading={save.isPending}>
        {own.saveRetention}
      </Button>
    </form>
  );
}

function ErasureForm() {
  const words = useWords();
  const own = useOwnWords(inboxWords);
  const client = useQueryClient();
  const [address, setAddress] = useState('');
  const erase = useMutation({
    mutationFn: () => api.post('/platen/v1/forms/erasure', { address }),
    onSuccess: async ({ removed }) => {
      notifyDone(words, own.erased(removed));
      setAddress('');
      await client.invalidateQueries({ queryKey: ['messages'] });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        erase.mutate();
      }}
    >
      <Title order={3} size="h5">
        {own.erase}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {own.eraseText}
      </Text>
      <TextInput
        label={own.address}
        type="email"
        required
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
        mb="sm"
      />
      {erase.isError && <ErrorState title={words.states.notSaved} error={erase.error} />}
      <Button type="submit" color="red" variant="light" loading={erase.isPending}>
        {own.eraseButton}
      </Button>
    </form>
  );
}
