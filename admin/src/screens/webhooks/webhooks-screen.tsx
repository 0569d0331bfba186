import { Badge, Button, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { TextLink } from '../../ui/links.tsx';
import { ListStates, ListTable } from '../../ui/list-states.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { SecretDialog, WebhookForm } from './webhook-forms.tsx';
import type { Webhook } from './webhook-types.ts';
import { webhookWords } from './words.ts';

/** The programs that are told of changes. */
export function WebhooksScreen() {
  const words = useWords();
  const own = useOwnWords(webhookWords);
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const list = useQuery({
    queryKey: ['webhooks', 'list'],
    queryFn: ({ signal }) => api.get('/platen/v1/webhooks', {}, signal),
  });
  const webhooks = list.data ?? [];
  const add = (
    <Button leftSection={<Plus size={18} aria-hidden />} onClick={() => setAdding(true)}>
      {own.new}
    </Button>
  );
  return (
    <Screen title={words.screens.webhooks} note={list.data && own.count(webhooks.length)} actions={add}>
      <ListStates query={list} count={webhooks.length} empty={{ title: own.empty, text: own.emptyText }}>
        <ListTable label={words.screens.webhooks}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{own.url}</Table.Th>
              <Table.Th visibleFrom="sm">{own.events}</Table.Th>
              <Table.Th w={140}>{own.status}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {webhooks.map((webhook) => (
              <Table.Tr key={webhook.id}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  <TextLink to="/webhooks/$id" params={{ id: String(webhook.id) }}>
                    <bdi dir="ltr">{webhook.url}</bdi>
                  </TextLink>
                  {webhook.description && (
                    <Text size="sm" c="dimmed">
                      {webhook.description}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td visibleFrom="sm" style={{ overflowWrap: 'anywhere' }}>
                  {webhook.events.includes('*') ? own.everything : <bdi dir="ltr">{webhook.events.join(', ')}</bdi>}
                </Table.Td>
                <Table.Td>
                  <WebhookState webhook={webhook} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </ListTable>
      </ListStates>
      {isAdding && <WebhookForm stored={null} close={() => setAdding(false)} made={setSecret} />}
      {secret !== null && <SecretDialog secret={secret} close={() => setSecret(null)} />}
    </Screen>
  );
}

/** Whether messages are sent, and whether they arrive. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const own = useOwnWords(webhookWords);
  const isFailing = webhook.status === 'enabled' && webhook.failing_since_gmt !== null;
  const colour = webhook.status === 'disabled' ? 'gray' : isFailing ? 'yellow' : 'green';
  return <Badge color={colour}>{isFailing ? own.states.failing : own.states[webhook.status]}</Badge>;
}
