import { Checkbox, Group, TextInput } from '@mantine/core';
import { useOwnWords } from '../../../words/words.tsx';
import { Composite } from '../composite.tsx';
import { type ControlProps, textOf } from '../control.ts';
import { membersOf } from '../paths.ts';
import { useFieldError } from '../use-form.ts';
import { fieldWords } from '../words.ts';

/** An address with its text, and whether it is opened in a tab of its own. */
export function LinkControl(props: ControlProps) {
  const { field, path, value, change } = props;
  const own = useOwnWords(fieldWords);
  const urlError = useFieldError([...path, 'url']);
  const link = { url: '', title: '', target: '', ...membersOf(value) };
  return (
    <Composite {...props}>
      <Group align="flex-start" gap="sm" mb="xs">
        <TextInput
          id={`${props.id}.url`}
          label={own.linkUrl}
          inputMode="url"
          placeholder="https://"
          flex="2 1 14rem"
          readOnly={field.readonly}
          error={urlError}
          value={textOf(link.url)}
          onChange={(event) => change({ ...link, url: event.currentTarget.value })}
        />
        <TextInput
          label={own.linkTitle}
          flex="1 1 9rem"
          readOnly={field.readonly}
          value={textOf(link.title)}
          onChange={(event) => change({ ...link, title: event.currentTarget.value })}
        />
      </Group>
      <Checkbox
        label={own.linkTarget}
        disabled={field.readonly}
        checked={link.target === '_blank'}
        onChange={(event) => change({ ...link, target: event.currentTarget.checked ? '_blank' : '' })}
      />
    </Composite>
  );
}
