import {
  Alert,
  Box,
  Button,
  Checkbox,
  Group,
  SegmentedControl,
  Select,
  Switch,
  Table,
  Text,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Download, MailWarning, Paperclip, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { fetchFile } from '../../api/request.ts';
import { start } from '../../app/start.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ListStates, ListTable } from '../../ui/list-states.tsx';
import { notifyFailed } from '../../ui/notify.tsx';
import { PagesBar } from '../../ui/pages-bar.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Screen } from '../../ui/screen.tsx';
import { SearchField, useListSearch } from '../../ui/search-field.tsx';
import { useDates, useOwnWords, useWords } from '../../words/words.tsx';
import { formsQuery } from '../forms/form-api.ts';
import { DeliveryBadge, utc } from './delivery-badge.tsx';
import { type InboxSearch, messageFolders } from './inbox-search.ts';
import { MessageDrawer } from './message-drawer.tsx';
import { PrivacyDialog } from './privacy-dialog.tsx';
import { type MessageMove, useMessageActions } from './use-message-actions.ts';
import { inboxWords } from './words.ts';

const perPage = 20;
const refreshMs = 30_000;

/** What people sent with forms. */
export function InboxScreen() {
  const words = useWords();
  const own = useOwnWords(inboxWords);
  const dates = useDates();
  const navigate = useNavigate();
  const { form, folder = 'inbox' } = useSearch({ from: '/inbox' });
  const { page, setPage, search, field } = useListSearch();
  const [isUnread, setUnread] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [opened, setOpened] = useState<number | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const [isPrivacy, setPrivacy] = useState(false);
  const { change, remove, isBusy } = useMessageActions();
  const filter = { folder, form, search, unread: isUnread || undefined };
  const list = useQuery({
    queryKey: ['messages', 'list', filter, page],
    queryFn: ({ signal }) => api.list('/platen/v1/forms/messages', { ...filter, page, per_page: perPage }, signal),
    placeholderData: keepPreviousData,
    // What the overview has just counted is to be seen.
    staleTime: 0,
    refetchInterval: refreshMs,
  });
  const forms = useQuery(formsQuery());
  const go = (next: InboxSearch) => {
    setPage(1);
    setSelected(new Set());
    void navigate({ to: '/inbox', search: next });
  };
  const messages = list.data?.items ?? [];
  const ids = messages.map(({ id }) => id);
  const chosen = ids.filter((id) => selected.has(id));
  const act = (move: MessageMove, back?: MessageMove) => {
    void change(chosen, move, back);
    setSelected(new Set());
  };
  const exportAll = () => {
    fetchFile('/platen/v1/forms/export', filter).then(
      (file) => saveFile(file, 'messages.csv'),
      (error: unknown) => notifyFailed(words, words.states.failed, error),
    );
  };
  return (
    <Screen
      title={own.title}
      note={list.data && own.count(list.data.total)}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<ShieldCheck size={18} aria-hidden />}
            onClick={() => setPrivacy(true)}
          >
            {own.privacy}
          </Button>
          <Button variant="default" leftSection={<Download size={18} aria-hidden />} onClick={exportAll}>
            {own.export}
          </Button>
        </>
      }
    >
      {!start.canSendMail && (
        <Alert color="yellow" icon={<MailWarning size={20} aria-hidden />} title={own.noServer} role="status" mb="md">
          {own.noServerText}
        </Alert>
      )}
      <Group mb="md">
        <SegmentedControl
          aria-label={own.folder}
          data={messageFolders.map((value) => ({ value, label: own.folders[value] }))}
          value={folder}
          onChange={(value) => go({ form, folder: messageFolders.find((one) => one === value) })}
        />
        <SearchField {...field} />
        <Select
          aria-label={own.anyForm}
          placeholder={own.anyForm}
          clearable
          data={(forms.data ?? []).map(({ id, title }) => ({ value: String(id), label: title || `#${id}` }))}
          value={form === undefined ? null : String(form)}
          onChange={(value) => go({ folder, ...(value === null ? {} : { form: Number(value) }) })}
          w={{ base: '100%', sm: 200 }}
        />
        <Switch
          label={own.unread}
          checked={isUnread}
          onChange={(event) => {
            setUnread(event.currentTarget.checked);
            setPage(1);
          }}
        />
      </Group>
      {messages.length > 0 && (
        <Group mb="sm" gap="xs" mih={30}>
          <Checkbox
            label={chosen.length > 0 ? words.list.selected(chosen.length) : words.common.selectAll}
            checked={chosen.length === ids.length}
            indeterminate={chosen.length > 0 && chosen.length < ids.length}
            onChange={(event) => setSelected(new Set(event.currentTarget.checked ? ids : []))}
          />
          {chosen.length > 0 && (
            <>
              <Button
                size="compact-sm"
                variant="default"
                loading={isBusy}
                onClick={() => act({ is_read: true }, { is_read: false })}
              >
                {own.read}
              </Button>
              {folder === 'spam' && (
                <Button size="compact-sm" variant="default" loading={isBusy} onClick={() => act({ is_spam: false })}>
                  {own.notSpam}
                </Button>
              )}
              {folder !== 'spam' && folder !== 'trash' && (
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={isBusy}
                  onClick={() => act({ is_spam: true }, { is_spam: false, send: false })}
                >
                  {own.spam}
                </Button>
              )}
              {folder === 'trash' ? (
                <>
                  <Button
                    size="compact-sm"
                    variant="default"
                    loading={isBusy}
                    onClick={() => act({ is_trashed: false }, { is_trashed: true })}
                  >
                    {own.restore}
                  </Button>
                  <Button size="compact-sm" color="red" variant="light" onClick={() => setRemoving(true)}>
                    {words.common.delete}
                  </Button>
                </>
              ) : (
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={isBusy}
                  onClick={() => act({ is_trashed: true }, { is_trashed: false })}
                >
                  {own.trash}
                </Button>
              )}
            </>
          )}
        </Group>
      )}
      <ListStates
        query={list}
        count={messages.length}
        empty={{ title: own.empty[folder], text: folder === 'inbox' ? own.emptyText : undefined }}
        isFiltered={Boolean(search || isUnread || form)}
      >
        <ListTable label={own.title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={40}>
                <VisuallyHidden>{words.common.select}</VisuallyHidden>
              </Table.Th>
              <Table.Th visibleFrom="sm" w={220}>
                {own.from}
              </Table.Th>
              <Table.Th>{own.subject}</Table.Th>
              <Table.Th visibleFrom="sm" w={150}>
                {own.delivery}
              </Table.Th>
              <Table.Th visibleFrom="sm" w={190}>
                {own.received}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {messages.map((message) => {
              const from = message.from_name || message.from_address || own.nobody;
              const subject = message.subject || own.noSubject;
              const weight = message.is_read ? 400 : 700;
              return (
                <Table.Tr key={message.id}>
                  <Table.Td>
                    <Checkbox
                      aria-label={`${words.common.select}: ${subject}`}
                      checked={selected.has(message.id)}
                      onChange={(event) => {
                        const next = new Set(selected);
                        if (event.currentTarget.checked) next.add(message.id);
                        else next.delete(message.id);
                        setSelected(next);
                      }}
                    />
                  </Table.Td>
                  <Table.Td visibleFrom="sm" style={{ overflowWrap: 'anywhere' }}>
                    <Text size="sm" fw={weight}>
                      {from}
                    </Text>
                    <Text size="xs" c="dimmed">
                      {message.form_title}
                    </Text>
                  </Table.Td>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>
                    <UnstyledButton onClick={() => setOpened(message.id)} w="100%">
                      <Text size="xs" c="dimmed" hiddenFrom="sm">
                        {from} · {dates.day(utc(message.received))}
                      </Text>
                      <Group gap="xs" wrap="nowrap">
                        {!message.is_read && (
                          <Box
                            w={9}
                            h={9}
                            bg="sea.6"
                            role="img"
                            aria-label={own.isUnread}
                            style={{ borderRadius: '50%', flexShrink: 0 }}
                          />
                        )}
                        <Text fw={weight}>{subject}</Text>
                        {message.file_count > 0 && (
                          <Paperclip size={14} role="img" aria-label={own.files(message.file_count)} />
                        )}
                      </Group>
                      <Text size="sm" c="dimmed" lineClamp={1}>
                        {message.excerpt}
                      </Text>
                    </UnstyledButton>
                  </Table.Td>
                  <Table.Td visibleFrom="sm">
                    <DeliveryBadge status={message.status} />
                  </Table.Td>
                  <Table.Td visibleFrom="sm">
                    <Text size="sm" c="dimmed">
                      {dates.minute(utc(message.received))}
                    </Text>
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </ListTable>
      </ListStates>
      <PagesBar page={page} pages={list.data?.pages ?? 0} go={setPage} />
      <MessageDrawer id={opened} close={() => setOpened(null)} />
      {isPrivacy && <PrivacyDialog close={() => setPrivacy(false)} />}
      <ConfirmDialog
        isOpened={isRemoving}
        title={own.confirmDelete(chosen.length)}
        text={own.confirmDeleteText}
        isBusy={isBusy}
        close={() => setRemoving(false)}
        confirm={() => {
          void remove(chosen).then(() => setRemoving(false));
          setSelected(new Set());
        }}
      />
    </Screen>
  );
}
