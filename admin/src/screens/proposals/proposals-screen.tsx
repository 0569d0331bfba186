import { Group, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ListStates } from '../../ui/list-states.tsx';
import { PagesBar } from '../../ui/pages-bar.tsx';
import { Screen } from '../../ui/screen.tsx';
import { useOwnWords } from '../../words/words.tsx';
import { ProposalCard } from './proposal-card.tsx';
import { type ProposalFilter, proposalsQuery } from './proposals-api.ts';
import { proposalWords } from './words.ts';

const usual: ProposalFilter = { view: 'decide', state: 'open' };
const states = ['open', 'accepted', 'declined', 'withdrawn'] as const;

/** What was proposed, for whoever decides about it. */
export function ProposalsScreen() {
  const own = useOwnWords(proposalWords);
  const [filter, setFilter] = useState(usual);
  const [page, setPage] = useState(1);
  const list = useQuery({ ...proposalsQuery(filter, page), placeholderData: keepPreviousData });
  const change = (changes: Partial<ProposalFilter>) => {
    setFilter((before) => ({ ...before, ...changes }));
    setPage(1);
  };
  const items = list.data?.items ?? [];
  return (
    <Screen title={own.title} note={list.data && own.count(list.data.total)}>
      <Text c="dimmed" mb="md">
        {own.text}
      </Text>
      <Group mb="md" gap="sm" role="search">
        <SegmentedControl
          aria-label={own.view}
          data={[
            { value: 'decide', label: own.views.decide },
            { value: 'mine', label: own.views.mine },
          ]}
          value={filter.view}
          onChange={(view) => change({ view: view === 'mine' ? 'mine' : 'decide' })}
        />
        <Select
          aria-label={own.state}
          placeholder={own.state}
          data={states.map((value) => ({ value, label: own.states[value] }))}
          value={filter.state}
          onChange={(state) => change({ state: states.find((one) => one === state) ?? null })}
          clearable
          w={180}
        />
      </Group>
      <ListStates
        query={list}
        count={items.length}
        empty={{ title: own.empty, text: own.emptyText }}
        isFiltered={filter.state !== usual.state || filter.view !== usual.view}
        clear={() => change(usual)}
      >
        <Stack>
          {items.map((proposal) => (
            <ProposalCard key={proposal.id} proposal={proposal} />
          ))}
        </Stack>
      </ListStates>
      <PagesBar page={page} pages={list.data?.pages ?? 0} go={setPage} />
    </Screen>
  );
}
