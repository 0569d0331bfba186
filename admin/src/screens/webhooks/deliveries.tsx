import { Badge, Button, Code, Group, Modal, SegmentedControl, Stack, Table, Text, Title } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { TextButton } from '../../ui/links.tsx';
import { ListStates, ListTable, LoadStates } from '../../ui/list-states.tsx';
import { notifyDone, notifyFailed } from '../../ui/notify.tsx';
import { PagesBar } from '../../ui/pages-bar.tsx';
import { useDates, useOwnWords, useWords } from '../../words/words.tsx';
import type { Delivery, Webhook } from './webhook-types.ts';
import { webhookWords } from './words.ts';

const states = ['all', 'pending', 'delivered', 'failed'] as const;
type Shown = (typeof states)[number];
const colours = { pending: 'blue', delivered: 'green', failed: 'red' } as const;
const everyMs = 3_000;

/** What was sent to a webhook, and what came of it. */
export function Deliveries({ webhook }: { readonly webhook: Webhook }) {
  const own = useOwnWords(webhookWords);
  const dates = useDates();
  const [shown, setShown] = useState<Shown>('all');
  const [page, setPage] = useState(1);
  const [opened, setOpened] = useState<Delivery | null>(null);
  const list = useQuery({
    queryKey: ['webhooks', 'deliveries', webhook.id, shown, page],
    queryFn: ({ signal }) => {
      const chosen = shown === 'all' ? {} : { state: shown };
      return api.list('/platen/v1/webhooks/{id}/deliveries', { id: webhook.id, page, ...chosen }, signal);
    },
    placeholderData: keepPreviousData,
    // What waits is sent in a moment, or tried again.
    refetchInterval: ({ state: { data } }) => (data?.items.some(({ state }) => state === 'pending') ? everyMs : false),
  });
  const deliveries = list.data?.items ?? [];
  return (
    <section aria-label={own.deliveries}>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{own.deliveries}</Title>
        <Button
          variant="default"
          leftSection={<RefreshCw size={18} aria-hidden />}
          loading={list.isFetching && !list.isPending}
          onClick={() => void list.refetch()}
        >
          {own.refresh}
        </Button>
      </Group>
      <SegmentedControl
        mb="sm"
        aria-label={own.status}
        data={states.map((value) => ({ value, label: value === 'all' ? own.all : own.deliveryStates[value] }))}
        value={shown}
        onChange={(value) => {
          // Only names of the list can be chosen.
          setShown(value as Shown);
          setPage(1);
        }}
      />
      <ListStates
        query={list}
        rows={4}
        count={deliveries.length}
        isFiltered={shown !== 'all'}
        clear={() => setShown('all')}
        empty={{ title: own.noDeliveries, text: own.noDeliveriesText }}
      >
        <ListTable label={own.deliveries}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{own.event}</Table.Th>
              <Table.Th w={130}>{own.status}</Table.Th>
              <Table.Th visibleFrom="sm">{own.answer}</Table.Th>
              <Table.Th visibleFrom="sm" w={190}>
                {own.when}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {deliveries.map((delivery) => (
              <Table.Tr key={delivery.id}>
                <Table.Td>
                  <TextButton onClick={() => setOpened(delivery)}>
                    <bdi dir="ltr">{delivery.event}</bdi>
                  </TextButton>
                  <Text size="sm" c="dimmed">
                    <bdi dir="ltr">{delivery.item}</bdi>
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Badge color={colours[delivery.state]}>{own.deliveryStates[delivery.state]}</Badge>
                  <Text size="xs" c="dimmed">
                    {own.attempts(delivery.attempts)}
                  </Text>
                </Table.Td>
                <Table.Td visibleFrom="sm" style={{ overflowWrap: 'anywhere' }}>
                  {delivery.status > 0 ? delivery.status : delivery.error || '–'}
                </Table.Td>
                <Table.Td visibleFrom="sm">{dates.minute(new Date(delivery.created_gmt ?? ''))}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </ListTable>
      </ListStates>
      <PagesBar page={page} pages={list.data?.pages ?? 0} go={setPage} />
      {opened && <DeliveryDialog webhook={webhook} opened={opened} close={() => setOpened(null)} />}
    </section>
  );
}

interface DeliveryDialogProps {
  readonly webhook: Webhook;
  readonly opened: Delivery;
  readonly close: () => void;
}

/** A delivery with its message and the answer; it can be sent again. */
function DeliveryDialog({ webhook, opened, close }: DeliveryDialogProps) {
  const words = useWords();
  const own = useOwnWords(webhookWords);
  const client = useQueryClient();
  const at = { id: webhook.id, delivery: opened.id };
  const delivery = useQuery({
    queryKey: ['webhooks', 'delivery', opened.id],
    queryFn: ({ signal }) => api.get('/platen/v1/webhooks/{id}/deliveries/{delivery}', at, signal),
  });
  const repeat = useMutation({
    mutationFn: () => api.post('/platen/v1/webhooks/{id}/deliveries/{delivery}/repeat', at),
    onSuccess: async () => {
      notifyDone(words, own.repeated);
      close();
      await client.invalidateQueries({ queryKey: ['webhooks'] });
    },
    onError: (error) => notifyFailed(words, words.states.notSaved, error),
  });
  const { data } = delivery;
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={`${own.details}: ${opened.event}`}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      <Stack>
        <LoadStates query={delivery} rows={4} />
        {data && (
          <>
            <Text size="sm">
              {own.deliveryStates[data.state]} · {own.attempts(data.attempts)}
              {data.error && ` · ${data.error}`}
            </Text>
            <Part label={own.answer} text={data.status > 0 ? `${data.status}\n${data.answer}`.trim() : own.noAnswer} />
            <Part label={own.message} text={data.payload} />
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} data-autofocus>
            {words.common.close}
          </Button>
          <Button
            loading={repeat.isPending}
            disabled={opened.state === 'pending' || webhook.status !== 'enabled'}
            onClick={() => repeat.mutate()}
          >
            {own.repeat}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Part({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Code
        block
        dir="ltr"
        tabIndex={0}
        style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxHeight: 260, overflow: 'auto' }}
      >
        {text}
      </Code>
    </div>
  );
}
