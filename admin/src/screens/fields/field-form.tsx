import { Badge, Tabs, Title } from '@mantine/core';
import { memo, useEffect, useId, useMemo, useState } from 'react';
import type { Field, Tab } from '../../api/description.ts';
import { useOwnWords, useWords } from '../../words/words.tsx';
import classes from './fields.module.css';
import { Fields } from './fields.tsx';
import { errorsIn, type FieldTab, fieldsOfTab, layOut } from './form-layout.ts';
import type { FormState } from './form-state.ts';
import { isWithin } from './paths.ts';
import { useFocusOfWanted } from './use-focus-of-wanted.ts';
import { FormContext, type OwnControls, useOfForm, useWanted } from './use-form.ts';
import { fieldWords } from './words.ts';

interface FieldFormProps {
  readonly form: FormState;
  readonly fields: readonly Field[];
  readonly tabs?: readonly Tab[];
  /** Without a frame, where it is part of another form. */
  readonly isPlain?: boolean;
  /** What it is called where a screen has several forms. */
  readonly label?: string;
  readonly controls?: OwnControls;
}

const noTabs: readonly Tab[] = [];
const noControls: OwnControls = {};

/** The form of declared fields: tabs, groups, controls. Nothing where there are none. */
export const FieldForm = memo(function FieldForm(props: FieldFormProps) {
  const { form, fields, tabs = noTabs, isPlain = false, label, controls = noControls } = props;
  const words = useWords();
  const id = useId();
  const layout = useMemo(() => layOut(fields, tabs), [fields, tabs]);
  const shown = useMemo(() => ({ form, prefix: `${id}.`, controls }), [form, id, controls]);
  const [only] = layout;
  if (!only) return null;
  return (
    <FormContext value={shown}>
      <section aria-label={label ?? words.declared.fields}>
        {layout.length > 1 ? (
          <TabbedFields layout={layout} all={fields} />
        ) : (
          <div className={isPlain ? undefined : classes['form']}>
            <Groups tab={only} all={fields} />
          </div>
        )}
      </section>
      <WantedFocus prefix={shown.prefix} />
    </FormContext>
  );
});

function WantedFocus({ prefix }: { readonly prefix: string }) {
  useFocusOfWanted(prefix);
  return null;
}

function TabbedFields({ layout, all }: { readonly layout: readonly FieldTab[]; readonly all: readonly Field[] }) {
  const { declared } = useWords();
  const [first] = layout;
  const [opened, setOpened] = useState<string | null>(tabValue(first));
  const wanted = useWanted([]);
  useEffect(() => {
    if (wanted === null) return;
    const tab = layout.find((one) => fieldsOfTab(one).some(({ name }) => isWithin(wanted, [name])));
    if (tab) setOpened(tabValue(tab));
  }, [wanted, layout]);
  return (
    <Tabs value={opened} onChange={setOpened} keepMounted={false} mt="lg">
      <Tabs.List>
        {layout.map((tab) => (
          <Tabs.Tab key={tab.name} value={tabValue(tab)} rightSection={<TabErrors tab={tab} />}>
            {tab.label || declared.fields}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {layout.map((tab) => (
        <Tabs.Panel key={tab.name} value={tabValue(tab)}>
          <div className={classes['form']} style={{ marginBlockStart: '1rem' }}>
            <Groups tab={tab} all={all} />
          </div>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** What the component library calls a tab; it takes no empty names. */
const tabValue = (tab: FieldTab | undefined): string => `tab-${tab?.name ?? ''}`;

/** That something in a tab was refused. */
function TabErrors({ tab }: { readonly tab: FieldTab }) {
  const own = useOwnWords(fieldWords);
  const count = useOfForm((form) => errorsIn(tab, Object.keys(form.errors())));
  return count > 0 ? <Badge color="red">{own.errors(count)}</Badge> : null;
}

interface GroupsProps {
  readonly tab: FieldTab;
  readonly all: readonly Field[];
}

const Groups = memo(function Groups({ tab, all }: GroupsProps) {
  return tab.groups.map(({ name, fields }) => (
    <section key={name} aria-label={name || undefined}>
      {name !== '' && (
        <Title order={2} size="h4" mb="md">
          {name}
        </Title>
      )}
      <Fields fields={fields} all={all} path={[]} />
    </section>
  ));
});
