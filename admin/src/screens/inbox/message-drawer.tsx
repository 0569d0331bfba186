import { Alert, Button, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { api } from '../../api/api.ts';
import { fetchFile } from '../../api/request.ts';
import { start } from '../../app/start.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { LoadStates } from '../../ui/list-states.tsx';
import { notifyDone, notifyFailed } from '../../ui/notify.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { ErrorState } from '../../ui/states.tsx';
import { useDates, useOwnWords, useWords } from '../../words/words.tsx';
import { DeliveryBadge, utc } from './delivery-badge.tsx';
import { useMessageActions } from './use-message-actions.ts';
import { inboxWords } from './words.ts';

const refreshMs = 3_000;

const findMessage = (id: number, signal?: AbortSignal) => api.get('/platen/v1/forms/messages/{id}', { id }, signal);
type FormMessage = Awaited<ReturnType<typeof findMessage>>;

/** One message with everything that is known of it. Opening it marks it as read. */
export function MessageDrawer({ id, close }: { readonly id: number | null; readonly close: () => void }) {
  const words = useWords();
  const own = useOwnWords(inboxWords);
  const client = useQueryClient();
  const message = useQuery({
    queryKey: ['messages', 'item', id],
    queryFn: ({ signal }) => findMessage(id ?? 0, signal),
    enabled: id !== null,
    // Mail that is on its way arrives, or does not, in a moment.
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? refreshMs : false),
  });
  const unread = message.data && !message.data.is_read ? message.data.id : null;
  useEffect(() => {
    if (unread === null) return;
    void api
      .post('/platen/v1/forms/messages/{id}', { id: unread, is_read: true })
      .then(() => client.invalidateQueries({ queryKey: ['messages', 'list'] }))
      .then(() => client.invalidateQueries({ queryKey: ['overview'] }))
      .catch(() => {});
  }, [unread, client]);
  return (
    <Drawer
      opened={id !== null}
      onClose={close}
      position="right"
      size="lg"
      title={own.message}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      {id !== null && <LoadStates query={message} rows={5} />}
      {message.data && id !== null && <MessageDetails message={message.data} close={close} />}
    </Drawer>
  );
}

function MessageDetails({ message, close }: { readonly message: FormMessage; readonly close: () => void }) {
  const words = useWords();
  const own = useOwnWords(inboxWords);
  const dates = useDates();
  const { change, remove, isBusy } = useMessageActions();
  const [isRemoving, setRemoving] = useState(false);
  const { id } = message;
  const isSpam = message.status === 'spam';
  const details = message.details.flatMap(({ name, value }) => {
    const label = own.detailNames[name];
    return label && value ? [{ name: label, value }] : [];
  });
  const over = (work: Promise<void>) => {
    close();
    void work;
  };
  const reply = `mailto:${encodeURIComponent(message.from_address)}?subject=${encodeURIComponent(`Re: ${message.subject}`)}`;
  return (
    <Stack gap="lg">
      <div>
        <Title order={2} style={{ overflowWrap: 'anywhere' }}>
          {message.subject || own.noSubject}
        </Title>
        <Text style={{ overflowWrap: 'anywhere' }}>
          {message.from_name} {message.from_address && `<${message.from_address}>`}
        </Text>
        <Group gap="xs" mt={4}>
          <DeliveryBadge status={message.status} />
          <Text size="sm" c="dimmed">
            {dates.minute(utc(message.received))} · {message.form_title} #{message.serial}
          </Text>
        </Group>
      </div>
      <Group gap="xs">
        {message.from_address && (
          <Button size="compact-md" component="a" href={reply}>
            {own.reply}
          </Button>
        )}
        <Button
          size="compact-md"
          variant="default"
          onClick={() => over(change([id], { is_read: false }, { is_read: true }))}
        >
          {own.unreadAgain}
        </Button>
        {message.is_trashed ? (
          <>
            <Button
              size="compact-md"
              variant="default"
              onClick={() => over(change([id], { is_trashed: false }, { is_trashed: true }))}
            >
              {own.restore}
            </Button>
            <Button size="compact-md" variant="light" color="red" onClick={() => setRemoving(true)}>
              {words.common.delete}
            </Button>
          </>
        ) : (
          <>
            <Button
              size="compact-md"
              variant="default"
              onClick={() =>
                over(
                  isSpam
                    ? change([id], { is_spam: false })
                    : change([id], { is_spam: true }, { is_spam: false, send: false }),
                )
              }
            >
              {isSpam ? own.notSpam : own.spam}
            </Button>
            <Button
              size="compact-md"
              variant="default"
              onClick={() => over(change([id], { is_trashed: true }, { is_trashed: false }))}
            >
              {own.trash}
            </Button>
          </>
        )}
      </Group>
      {isSpam && message.spam_reason && (
        <Alert color="gray" title={own.spamReason}>
          {message.spam_reason}
        </Alert>
      )}
      <Pairs title={own.fields} pairs={message.fields} />
      {message.files.length > 0 && (
        <Part title={own.attached}>
          <Stack gap="xs">
            {message.files.map((file) => (
              <MessageFile key={`${file.field} ${file.name}`} message={id} file={file} />
            ))}
          </Stack>
        </Part>
      )}
      <Mails message={message} />
      {message.consent.length > 0 && <Pairs title={own.consent} pairs={message.consent} />}
      <Pairs title={own.details} pairs={details} />
      <ConfirmDialog
        isOpened={isRemoving}
        title={own.confirmDelete(1)}
        text={own.confirmDeleteText}
        isBusy={isBusy}
        close={() => setRemoving(false)}
        confirm={() => over(remove([id]))}
      />
    </Stack>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={3} size="h5" mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}

interface PairsProps {
  readonly title: string;
  readonly pairs: readonly { readonly name: string; readonly value: string }[];
}

/** Names with what was said under them; as text, nothing in it runs. */
function Pairs({ title, pairs }: PairsProps) {
  return (
    <Part title={title}>
      <Stack component="dl" gap="xs" m={0}>
        {pairs.map(({ name, value }) => (
          <div key={name}>
            <Text component="dt" size="xs" c="dimmed">
              {name}
            </Text>
            <Text component="dd" m={0} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
              {value || '–'}
            </Text>
          </div>
        ))}
      </Stack>
    </Part>
  );
}

interface MessageFileProps {
  readonly message: number;
  readonly file: { readonly id: number | null; readonly name: string; readonly size: number };
}

function MessageFile({ message, file }: MessageFileProps) {
  const words = useWords();
  const own = useOwnWords(inboxWords);
  const size = `${Math.max(1, Math.round(file.size / 1024)).toLocaleString()} KB`;
  const save = () => {
    fetchFile(`/platen/v1/forms/messages/${message}/files/${file.id}`).then(
      (bytes) => saveFile(bytes, file.name),
      (error: unknown) => notifyFailed(words, words.states.failed, error),
    );
  };
  return (
    <Group gap="xs">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {file.name} ({size})
      </Text>
      {file.id === null ? (
        <Text size="sm" c="dimmed">
          {own.notKept}
        </Text>
      ) : (
        <Button size="compact-sm" variant="default" onClick={save} aria-label={`${own.save}: ${file.name}`}>
          {own.save}
        </Button>
      )}
    </Group>
  );
}

type MailState = FormMessage['mails'][number]['state'];

/** Mail that waits for a server that is not there does not wait for an attempt. */
const shownState = (state: MailState): MailState | 'waiting' =>
  state === 'pending' && !start.canSendMail ? 'waiting' : state;

/** How far the mails of a message are, and the way to send them again. */
function Mails({ message }: { readonly message: FormMessage }) {
  const words = useWords();
  const own = useOwnWords(inboxWords);
  const dates = useDates();
  const client = useQueryClient();
  const again = useMutation({
    mutationFn: () => api.post('/platen/v1/forms/messages/{id}/retry', { id: message.id }),
    onSuccess: async () => {
      notifyDone(words, start.canSendMail ? own.sentAgain : own.waitsAgain);
      await client.invalidateQueries({ queryKey: ['messages'] });
    },
  });
  const hasFailed = message.mails.some(({ kind, state }) => kind === 'owner' && state === 'failed');
  return (
    <Part title={own.mails}>
      <Stack gap="xs" align="flex-start">
        {message.mails.length === 0 && (
          <Text size="sm" c="dimmed">
            {own.noMail}
          </Text>
        )}
        {message.mails.map((mail) => (
          <div key={mail.kind}>
            <Text size="sm">
              {own.mailKinds[mail.kind]}: {own.mailStates[shownState(mail.state)]}
              {mail.to.length > 0 && ` (${mail.to.join(', ')})`}
            </Text>
            {mail.last_error && mail.state !== 'sent' && (
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {mail.attempts > 0 && `${own.attempts(mail.attempts)}: `}
                {mail.last_error}
              </Text>
            )}
            {mail.next_attempt && mail.attempts > 0 && start.canSendMail && (
              <Text size="sm" c="dimmed">
                {own.nextAttempt(dates.minute(utc(mail.next_attempt)))}
              </Text>
            )}
          </div>
        ))}
        {again.isError && <ErrorState title={words.states.notSaved} error={again.error} />}
        {hasFailed && (
          <Button size="compact-md" loading={again.isPending} onClick={() => again.mutate()}>
            {own.again}
          </Button>
        )}
      </Stack>
    </Part>
  );
}
