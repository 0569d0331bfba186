import { Select, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { addToRelease, makeRelease, openReleasesQuery } from './releases-api.ts';
import { releaseWords } from './words.ts';

interface AddToReleaseDialogProps {
  /** The change to add; it may be made only then. */
  readonly change: () => Promise<number>;
  readonly done?: () => unknown;
  readonly close: () => void;
}

const another = 'new';

/** Adds a change to a release that is not published yet, or to a new one. */
export function AddToReleaseDialog({ change, done, close }: AddToReleaseDialogProps) {
  const words = useWords();
  const own = useOwnWords(releaseWords);
  const client = useQueryClient();
  const { data: open = [] } = useQuery(openReleasesQuery);
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState('');
  const value = chosen ?? String(open[0]?.id ?? another);
  const saving = useMutation({
    mutationFn: async () => {
      const id = await change();
      const release = value === another ? (await makeRelease(name, '')).id : Number(value);
      return addToRelease(release, id);
    },
    onSuccess: async (release) => {
      close();
      notifyDone(words, own.added(release.name));
      await client.invalidateQueries({ queryKey: ['releases'] });
      await client.invalidateQueries({ queryKey: ['proposals'] });
      await done?.();
    },
  });
  return (
    <FormDialog title={own.addTitle} submit={own.addSubmit} saving={saving} close={close}>
      <Select
        label={own.release}
        data={[
          ...open.map(({ id, name: label }) => ({ value: String(id), label })),
          { value: another, label: own.another },
        ]}
        value={value}
        onChange={setChosen}
        allowDeselect={false}
        comboboxProps={{ withinPortal: true }}
      />
      {value === another && (
        <TextInput
          label={own.name}
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}
