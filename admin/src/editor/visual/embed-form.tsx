import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useOwnWords } from '../../words/words.tsx';
import { visualWords } from '../words.ts';

/** A web address and nothing else. */
export const isAddress = (text: string): boolean => /^https?:\/\/[^\s<>"]+\.[^\s<>"]+$/i.test(text.trim());

interface EmbedFormProps {
  readonly address?: string;
  readonly submit: (address: string) => void;
}

/** Asks for the address of something to embed. */
export function EmbedForm({ address = '', submit }: EmbedFormProps) {
  const words = useOwnWords(visualWords);
  const [typed, setTyped] = useState(address);
  const send = (event: FormEvent) => {
    event.preventDefault();
    // The form may stand inside that of a dialog.
    event.stopPropagation();
    if (isAddress(typed)) submit(typed.trim());
  };
  return (
    <form onSubmit={send}>
      <Group align="flex-end" gap="xs" mt={4}>
        <TextInput
          type="url"
          label={words.embedAddress}
          description={words.embedHint}
          placeholder="https://"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          style={{ flexGrow: 1 }}
          data-autofocus
        />
        <Button type="submit" disabled={!isAddress(typed)}>
          {words.addEmbed}
        </Button>
      </Group>
    </form>
  );
}
