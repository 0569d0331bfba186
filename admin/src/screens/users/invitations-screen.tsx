import { Badge, Button, Menu, Table, Text } from '@mantine/core';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { MailPlus } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/api.ts';
import { start } from '../../app/start.ts';
import { ActionsHeading } from '../../ui/actions-heading.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ListStates, ListTable } from '../../ui/list-states.tsx';
import { notifyDone, notifyFailed } from '../../ui/notify.tsx';
import { PagesBar } from '../../ui/pages-bar.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useDates, useOwnWords, useWords } from '../../words/words.tsx';
import { gmtMoment } from './account/moment.ts';
import { type Invitation, InvitationLink, InviteDialog, type MadeInvitation } from './invite-dialog.tsx';
import { peopleWords } from './people-words.ts';
import { standardName } from './use-roles.ts';

const perPage = 25;

/** The invitations that nobody has accepted. */
export function InvitationsScreen() {
  const all = useWords();
  const { invitations: words } = useOwnWords(peopleWords);
  const client = useQueryClient();
  const [page, setPage] = useState(1);
  const [isInviting, setInviting] = useState(false);
  const [made, setMade] = useState<MadeInvitation | null>(null);
  const [revoked, setRevoked] = useState<Invitation | null>(null);
  const list = useQuery({
    queryKey: ['invitations', page],
    queryFn: ({ signal }) => api.list('/platen/v1/invitations', { page, per_page: perPage }, signal),
    placeholderData: keepPreviousData,
  });
  const refresh = () => client.invalidateQueries({ queryKey: ['invitations'] });
  const resend = useMutation({
    mutationFn: async ({ id }: Invitation) =>
      (await api.post('/platen/v1/invitations/{id}/resend', { id, mail: start.canSendMail })) as MadeInvitation,
    onSuccess: async (answer) => {
      setMade(answer);
      await refresh();
    },
    onError: (error) => notifyFailed(all, all.states.notSaved, error),
  });
  const revoke = useMutation({
    mutationFn: ({ id }: Invitation) => api.delete('/platen/v1/invitations/{id}', { id }),
    onSuccess: async (_, { email }) => {
      notifyDone(all, words.revoked(email));
      setRevoked(null);
      await refresh();
    },
  });
  // The list has the shape that its route states.
  const invitations = (list.data?.items ?? []) as readonly Invitation[];
  return (
    <Screen
      title={words.title}
      note={list.data && words.count(list.data.total)}
      actions={
        <Button leftSection={<MailPlus size={18} aria-hidden />} onClick={() => setInviting(true)}>
          {words.invite}
        </Button>
      }
    >
      <ListStates query={list} count={invitations.length} empty={{ title: words.empty, text: words.emptyText }}>
        <ListTable label={words.title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.email}</Table.Th>
              <Table.Th visibleFrom="sm">{words.role}</Table.Th>
              <Table.Th visibleFrom="sm">{words.status}</Table.Th>
              <ActionsHeading />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {invitations.map((one) => (
              <Row key={one.id} invitation={one} resend={resend.mutate} revoke={setRevoked} isBusy={resend.isPending} />
            ))}
          </Table.Tbody>
        </ListTable>
      </ListStates>
      <PagesBar page={page} pages={list.data?.pages ?? 0} go={setPage} />
      {isInviting && <InviteDialog close={() => setInviting(false)} />}
      {made && <InvitationLink made={made} close={() => setMade(null)} />}
      <ConfirmDialog
        isOpened={revoked !== null}
        title={words.revokeOne(revoked?.email ?? '')}
        text={words.revokeText(revoked?.email ?? '')}
        action={words.revoke}
        isBusy={revoke.isPending}
        error={revoke.error}
        confirm={() => revoked && revoke.mutate(revoked)}
        close={() => setRevoked(null)}
      />
    </Screen>
  );
}

interface RowProps {
  readonly invitation: Invitation;
  readonly resend: (one: Invitation) => void;
  readonly revoke: (one: Invitation) => void;
  readonly isBusy: boolean;
}

function Row({ invitation, resend, revoke, isBusy }: RowProps) {
  const all = useWords();
  const { invitations: words } = useOwnWords(peopleWords);
  const dates = useDates();
  const { email, role, role_name: label, expires, expired } = invitation;
  const until = expired ? <Badge color="gray">{words.expired}</Badge> : dates.minute(gmtMoment(expires));
  const called = standardName(role, label, all);
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {email}
        <Text size="sm" c="dimmed" hiddenFrom="sm">
          {called} · {expired ? words.expired : words.expires(dates.minute(gmtMoment(expires)))}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">{called}</Table.Td>
      <Table.Td visibleFrom="sm">{until}</Table.Td>
      <Table.Td>
        <RowMenu title={email}>
          {() => (
            <>
              <Menu.Item disabled={isBusy} onClick={() => resend(invitation)}>
                {words.resend}
              </Menu.Item>
              <Menu.Item color="red" onClick={() => revoke(invitation)}>
                {words.revoke}
              </Menu.Item>
            </>
          )}
        </RowMenu>
      </Table.Td>
    </Table.Tr>
  );
}
