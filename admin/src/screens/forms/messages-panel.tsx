import { Stack, Text, TextInput } from '@mantine/core';
import { useOwnWords } from '../../words/words.tsx';
import { formWords } from './words.ts';

interface MessagesPanelProps {
  readonly messages: Readonly<Record<string, string>>;
  readonly set: (messages: Readonly<Record<string, string>>) => void;
}

/** What the form says to visitors. */
export function MessagesPanel({ messages, set }: MessagesPanelProps) {
  const own = useOwnWords(formWords);
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {own.messageHint}
      </Text>
      {Object.entries(messages).map(([name, text]) => (
        <TextInput
          key={name}
          label={own.messageNames[name] ?? name}
          value={text}
          onChange={(event) => set({ ...messages, [name]: event.currentTarget.value })}
        />
      ))}
    </Stack>
  );
}
