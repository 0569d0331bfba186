import { Select, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
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
  // What an attempt has made already is not made again by the next one.
  const [made, setMade] = useState<{ readonly id: number; readonly name: string } | null>(null);
  const added = useRef<number | null>(null);
  const listed = made && !open.some(({ id }) => id === made.id) ? [...open, made] : open;
  const value = chosen ?? String(open[0]?.id ?? another);
  const saving = useMutation({
    mutationFn: async () => {
      // First the release: where its name is refused, nothing was made.
      const release = value === another ? await newRelease() : Number(value);
      added.current ??= await change();
      return addToRelease(release, added.current);
    },
    onSuccess: async (release) => {
      close();
      notifyDone(words, own.added(release.name));
      await client.invalidateQueries({ queryKey: ['releases'] });
      await client.invalidateQueries({ queryKey: ['proposals'] });
      await done?.();
    },
  });
  const newRelease = async (): Promise<number> => {
    const fresh = await makeRelease(name, '');
    setMade(fresh);
    setChosen(String(fresh.id));
    void client.invalidateQueries({ queryKey: ['releases'] });
    return fresh.id;
  };
  return (
    <FormDialog title={own.addTitle} submit={own.addSubmit} saving={saving} close={close}>
      <Select
        label={own.release}
        data={[
          ...listed.map(({ id, name: label }) => ({ value: String(id), label })),
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
          onChange={(event) => {
            setName(event.currentTarget.value);
            // Releases that are found meanwhile do not take its place.
            setChosen(another);
          }}
        />
      )}
    </FormDialog>
  );
}
