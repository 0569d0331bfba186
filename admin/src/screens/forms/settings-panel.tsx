import { Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useOwnWords } from '../../words/words.tsx';
import type { FormDraft } from './form-api.ts';
import { formSwitches, isOn, withSwitch } from './form-settings.ts';
import { formWords } from './words.ts';

interface SettingsPanelProps {
  readonly draft: FormDraft;
  readonly set: (changes: Partial<FormDraft>) => void;
}

/** What becomes of messages, and the language of the form. */
export function SettingsPanel({ draft, set }: SettingsPanelProps) {
  const own = useOwnWords(formWords);
  const settings = draft.additional_settings;
  return (
    <Stack>
      {formSwitches.map((name) => {
        const [label, description] = own.switches[name];
        return (
          <Switch
            key={name}
            label={label}
            description={description}
            checked={isOn(settings, name)}
            onChange={(event) => set({ additional_settings: withSwitch(settings, name, event.currentTarget.checked) })}
          />
        );
      })}
      <TextInput
        label={own.locale}
        description={own.localeHint}
        value={draft.locale}
        onChange={(event) => set({ locale: event.currentTarget.value })}
        maw={240}
      />
      <Textarea
        label={own.further}
        description={own.furtherHint}
        autosize
        minRows={3}
        value={settings}
        onChange={(event) => set({ additional_settings: event.currentTarget.value })}
      />
    </Stack>
  );
}
