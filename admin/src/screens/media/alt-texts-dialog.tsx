import { Button, Checkbox, Group, Image, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { plainText } from '../../ui/plain-text.ts';
import { ErrorState } from '../../ui/states.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { type LibraryItem, libraryApi } from './library-api.ts';
import { libraryWords } from './library-words.ts';

/** What a picture shows, or that it is decoration. */
export interface AltText {
  readonly alt: string;
  readonly decorative: boolean;
}

interface AltTextFieldProps extends AltText {
  /** The id of the picture, for which extensions may propose a text. */
  readonly id: number;
  readonly label: string;
  readonly decorativeLabel: string;
  readonly hint?: string;
  readonly onChange: (text: AltText) => void;
  readonly isFirst?: boolean;
}

/** Asks what a picture shows. A suggestion is used only if somebody accepts it. */
export function AltTextField(props: AltTextFieldProps) {
  const { id, alt, decorative, label, decorativeLabel, hint, onChange, isFirst = false } = props;
  const own = useOwnWords(libraryWords);
  const proposed = useMutation({ mutationFn: () => libraryApi.proposals(id) });
  return (
    <Stack gap={6} style={{ flexGrow: 1 }}>
      <TextInput
        label={label}
        description={hint}
        value={decorative ? '' : alt}
        disabled={decorative}
        onChange={(event) => onChange({ alt: event.currentTarget.value, decorative })}
        data-autofocus={isFirst || undefined}
      />
      <Group gap="sm">
        <Checkbox
          size="sm"
          label={own.decorative}
          aria-label={decorativeLabel}
          checked={decorative}
          onChange={(event) => onChange({ alt, decorative: event.currentTarget.checked })}
        />
        {!decorative && (
          <Button size="compact-sm" variant="subtle" loading={proposed.isPending} onClick={() => proposed.mutate()}>
            {own.suggest}
          </Button>
        )}
      </Group>
      {proposed.isError && <ErrorState error={proposed.error} />}
      {proposed.data && proposed.data.proposals.length === 0 && (
        <Text size="xs" c="dimmed" role="status">
          {own.noSuggestion}
        </Text>
      )}
      {!decorative &&
        proposed.data?.proposals.map(({ alt_text, from }) => (
          <Group key={from} gap="xs" role="status">
            <Text size="sm">
              {own.suggestion(from)}: {alt_text}
            </Text>
            <Button size="compact-sm" variant="default" onClick={() => onChange({ alt: alt_text, decorative: false })}>
              {own.accept}
            </Button>
          </Group>
        ))}
    </Stack>
  );
}

interface AltTextsDialogProps {
  readonly items: readonly LibraryItem[];
  readonly close: () => void;
}

/** The alternative texts of several pictures, in one table. */
export function AltTextsDialog({ items, close }: AltTextsDialogProps) {
  const words = useWords();
  const own = useOwnWords(libraryWords);
  const client = useQueryClient();
  const [texts, setTexts] = useState<ReadonlyMap<number, AltText>>(
    () => new Map(items.map(({ id, alt_text, decorative }) => [id, { alt: alt_text, decorative }])),
  );
  const textOf = (id: number) => texts.get(id) ?? { alt: '', decorative: false };
  const changed = items.filter(({ id, alt_text, decorative }) => {
    const text = textOf(id);
    return text.alt !== alt_text || text.decorative !== decorative;
  });
  const save = useMutation({
    mutationFn: async () => {
      const sent = changed.map(({ id }) => ({ id, alt_text: textOf(id).alt, decorative: textOf(id).decorative }));
      if (sent.length > 0) await libraryApi.altTexts(sent);
      return sent.length;
    },
    onSuccess: async (count) => {
      if (count > 0) notifyDone(words, words.list.changed(count));
      close();
      await client.invalidateQueries({ queryKey: ['media'] });
    },
  });
  return (
    <FormDialog title={own.altTexts} submit={words.common.save} saving={save} close={close} size="lg">
      <Text size="sm">{own.altTextsText}</Text>
      {items.map((item, at) => (
        <Group key={item.id} wrap="nowrap" align="flex-start">
          <Image src={item.thumbnail_url} alt="" w={72} h={72} fit="cover" radius="sm" />
          <AltTextField
            id={item.id}
            label={own.altOf(plainText(item.title))}
            decorativeLabel={own.decorativeOf(plainText(item.title))}
            {...textOf(item.id)}
            onChange={(text) => setTexts(new Map(texts).set(item.id, text))}
            isFirst={at === 0}
          />
        </Group>
      ))}
    </FormDialog>
  );
}
