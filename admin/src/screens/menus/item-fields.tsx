import { Checkbox, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { withoutEntities } from '../../ui/plain-text.ts';
import { useOwnWords } from '../../words/words.tsx';
import type { Item } from './menu-api.ts';
import { menuWords } from './words.ts';

interface ItemFieldsProps {
  readonly item: Item;
  readonly change: (changes: Partial<Item>) => void;
}

const namesIn = (text: string): string[] => text.split(/\s+/).filter((name) => name !== '');

/** What can be set for one item. */
export function ItemFields({ item, change }: ItemFieldsProps) {
  const own = useOwnWords(menuWords);
  const target = withoutEntities(item.target_title);
  // Kept as typed: a blank at the end is the beginning of the next name.
  const [classNames, setClassNames] = useState(item.classes.join(' '));
  const [relations, setRelations] = useState(item.xfn.join(' '));
  return (
    <Stack gap="sm" pt="sm">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <TextInput
          label={own.label}
          description={target ? own.labelHint(target) : undefined}
          required={item.type === 'custom'}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={withoutEntities(item.title)}
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
        <TextInput
          label={own.address}
          required={item.type === 'custom'}
          readOnly={item.type !== 'custom'}
          value={item.url}
          onChange={(event) => change({ url: event.currentTarget.value })}
        />
        <TextInput
          label={own.attributeTitle}
          value={withoutEntities(item.attr_title)}
          onChange={(event) => change({ attr_title: event.currentTarget.value })}
        />
        <TextInput
          label={own.classes}
          description={own.classesHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={classNames}
          onChange={(event) => {
            setClassNames(event.currentTarget.value);
            change({ classes: namesIn(event.currentTarget.value) });
          }}
        />
        <TextInput
          label={own.rel}
          description={own.relHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={relations}
          onChange={(event) => {
            setRelations(event.currentTarget.value);
            change({ xfn: namesIn(event.currentTarget.value) });
          }}
        />
      </SimpleGrid>
      <Checkbox
        label={own.newWindow}
        checked={item.target === '_blank'}
        onChange={(event) => change({ target: event.currentTarget.checked ? '_blank' : '' })}
      />
    </Stack>
  );
}
