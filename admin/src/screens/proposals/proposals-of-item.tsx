import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMe } from '../../api/me.ts';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { isOwnBeside } from '../editor/beside/beside.ts';
import { ProposalCard } from './proposal-card.tsx';
import { proposalsOfItem } from './proposals-api.ts';
import { proposalWords } from './words.ts';

interface ProposalsOfItemProps {
  /** The last segment of the collection, such as `posts`. */
  readonly type: string;
  readonly id: number;
  /** Whether something is written that is not saved. */
  readonly isChanged: boolean;
  /** Shows the item as it is now. */
  readonly reload: () => void;
}

/** The changes that are proposed for the item in the editor. */
export function ProposalsOfItem({ type, id, isChanged, reload }: ProposalsOfItemProps) {
  const own = useOwnWords(proposalWords);
  const words = useWords();
  const [isOpened, setOpened] = useState(false);
  const { id: me } = useMe();
  const { data: all = [] } = useQuery(proposalsOfItem(type, id));
  // The own ones are in the editor.
  const data = all.filter((one) => !isOwnBeside(one, me));
  if (data.length === 0) return null;
  return (
    <>
      <Alert mb="md" color="sea" role="status">
        <Group gap="xs">
          <Text size="sm">{own.inEditor(data.length)}</Text>
          <Button size="compact-sm" variant="default" onClick={() => setOpened(true)}>
            {own.show}
          </Button>
        </Group>
      </Alert>
      <Modal
        opened={isOpened}
        onClose={() => setOpened(false)}
        title={own.title}
        size="70rem"
        closeButtonProps={{ 'aria-label': words.common.close }}
      >
        <Stack>
          {data.map((proposal) => (
            <ProposalCard
              key={proposal.id}
              proposal={proposal}
              isAtItem
              blocked={isChanged ? own.saveFirst : null}
              accepted={reload}
            />
          ))}
        </Stack>
      </Modal>
    </>
  );
}
