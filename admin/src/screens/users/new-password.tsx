import { Button, Group, PasswordInput, type PasswordInputProps, Progress, Stack, Text } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { useState } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { useOwnWords } from '../../words/words.tsx';
import { generatedPassword, passwordStrength, passwordStrengths } from './password-strength.ts';
import { passwordWords } from './password-words.ts';

interface NewPasswordProps extends Pick<PasswordInputProps, 'label' | 'description' | 'error' | 'required'> {
  readonly value: string;
  readonly onChange: (password: string) => void;
  /** What is known of the account, which no password should be made of. */
  readonly known: readonly string[];
}

const colours = { weak: 'red', fair: 'yellow', good: 'sea', strong: 'green' } as const;

/** A password that is chosen or made by chance, with how hard it is to guess. */
export function NewPassword({ value, onChange, known, ...look }: NewPasswordProps) {
  const own = useOwnWords(passwordWords);
  const [isVisible, setVisible] = useState(false);
  const strengthId = useId();
  const strength = passwordStrength(value, known);
  return (
    <Stack gap={6}>
      <PasswordInput
        {...look}
        autoComplete="new-password"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        visible={isVisible}
        onVisibilityChange={setVisible}
        aria-describedby={value === '' ? undefined : strengthId}
      />
      {value !== '' && (
        <div id={strengthId} aria-live="polite">
          <Progress
            value={(100 * (passwordStrengths.indexOf(strength) + 1)) / passwordStrengths.length}
            color={colours[strength]}
            size="sm"
            aria-hidden
          />
          <Text size="xs">{own.strengths[strength]}</Text>
        </div>
      )}
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            onChange(generatedPassword());
            setVisible(true);
          }}
        >
          {own.generate}
        </Button>
        {isVisible && value !== '' && <CopyButton size="compact-sm" value={value} label={own.copy} />}
      </Group>
    </Stack>
  );
}
