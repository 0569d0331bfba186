import { Alert, Badge, Button, Paper, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ArrowLeft, CircleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { Refused } from '../../api/refused.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { LeaveDialog } from '../../ui/leave-dialog.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { LoadStates } from '../../ui/list-states.tsx';
import { Screen } from '../../ui/screen.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useOwnWords, useWords } from '../../words/words.tsx';
import { FieldForm } from '../fields/field-form.tsx';
import { membersOf } from '../fields/paths.ts';
import { labelFrom } from './describe-fields.ts';
import { LossList } from './loss-list.tsx';
import { memberControls } from './member-controls.tsx';
import { memberWords } from './member-words.ts';
import { selfTarget } from './members.ts';
import type { ContentModel } from './model.ts';
import { loadModel } from './model-api.ts';
import { ModelConflict } from './model-conflict.tsx';
import { ModelContext } from './model-context.ts';
import { ownerForm } from './owner-fields.ts';
import { fieldSetOwner, type Owner, taxonomyOwner, typeOwner } from './owners.ts';
import { reasonOf } from './refused-members.ts';
import { RemoveOwner } from './remove-owner.tsx';
import { ownerTitle, targetsIn } from './targets.ts';
import { useModelDraft } from './use-model-draft.ts';
import { useShownModel } from './use-shown-model.ts';
import { modelWords } from './words.ts';

export const NewTypeScreen = () => <OwnerScreen owner={typeOwner} id={null} />;
export const NewTaxonomyScreen = () => <OwnerScreen owner={taxonomyOwner} id={null} />;

export function TypeModelScreen() {
  const { name } = useParams({ from: '/content-model/types/$name' });
  return <OwnerScreen key={name} owner={typeOwner} id={name} />;
}

export function TaxonomyModelScreen() {
  const { name } = useParams({ from: '/content-model/taxonomies/$name' });
  return <OwnerScreen key={name} owner={taxonomyOwner} id={name} />;
}

export function FieldSetScreen() {
  const { owner } = useParams({ from: '/content-model/fields/$owner' });
  return <OwnerScreen key={owner} owner={fieldSetOwner} id={owner} />;
}

interface OwnerScreenProps {
  readonly owner: Owner;
  readonly id: string | null;
}

/** A type, a taxonomy or a group of fields, with the form of its declaration. */
function OwnerScreen({ owner, id }: OwnerScreenProps) {
  const own = useOwnWords(modelWords);
  const model = useQuery({
    queryKey: ['content-model', 'edited', owner.section, id],
    queryFn: ({ signal }) => loadModel(signal),
    // Somebody works on it: it is loaded anew when it is opened, not in between.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (!model.data)
    return (
      <Screen title={own.title}>
        <LoadStates query={model} />
      </Screen>
    );
  // A group of fields begins with its first field; what it belongs to is there already.
  const isKnown = id === null || owner.section === 'fieldSets' || owner.find(model.data.declarations, id) >= 0;
  if (isKnown) return <OwnerEditor owner={owner} id={id} model={model.data} />;
  return (
    <Screen title={own.title} actions={<Back />}>
      <Paper withBorder>
        <EmptyState title={own.notFound} text={own.notFoundText} />
      </Paper>
    </Screen>
  );
}

function Back() {
  const own = useOwnWords(modelWords);
  return (
    <ButtonLink
      variant="default"
      to="/content-model"
      leftSection={<ArrowLeft size={18} aria-hidden className="turns-with-direction" />}
    >
      {own.back}
    </ButtonLink>
  );
}

function OwnerEditor({ owner, id, model }: OwnerScreenProps & { readonly model: ContentModel }) {
  const words = useWords();
  const own = useOwnWords(modelWords);
  const members = useOwnWords(memberWords);
  const navigate = useNavigate();
  const shown = useShownModel(model);
  const targets = useMemo(() => {
    const isNewType = id === null && owner.section === 'postTypes';
    return targetsIn(shown, words, isNewType ? [{ value: selfTarget, label: own.thisType }] : []);
  }, [shown, words, own, owner, id]);
  const described = useMemo(
    () => ownerForm(owner, { own, words: members, targets, isNew: id === null }),
    [owner, own, members, targets, id],
  );
  const edited = useMemo(
    () => ({ section: owner.section, object: owner.owned(id ?? '').object, targets }),
    [owner, id, targets],
  );
  const draft = useModelDraft({
    owner,
    id,
    model,
    fields: described.fields,
    created: (name) => {
      const to = owner.section === 'postTypes' ? '/content-model/types/$name' : '/content-model/taxonomies/$name';
      void navigate({ to, params: { name }, ignoreBlocker: true });
    },
  });
  useHotkeys([['mod+S', () => draft.isChanged && draft.saving.mutate(false)]], []);
  const title = ownerTitle(owner, id, draft.model, own);
  const isDeclared = id !== null && owner.find(draft.model.declarations, id) >= 0;
  return (
    <Screen
      title={title}
      note={id !== null && owner.section !== 'fieldSets' ? id : undefined}
      actions={
        <>
          {draft.isChanged && <Badge variant="light">{own.unsaved}</Badge>}
          <Back />
          {isDeclared && <RemoveOwner owner={owner} id={id} name={title} />}
          <Button
            loading={draft.saving.isPending}
            disabled={!draft.isChanged}
            onClick={() => draft.saving.mutate(false)}
          >
            {words.common.save}
          </Button>
        </>
      }
    >
      <Failure error={draft.failure} count={Object.keys(draft.form.errors()).length} />
      <ModelContext value={edited}>
        <FieldForm
          form={draft.form}
          fields={described.fields}
          tabs={described.tabs}
          label={title}
          controls={memberControls}
        />
      </ModelContext>
      <LeaveDialog isChanged={draft.isChanged} />
      <ConfirmDialog
        isOpened={draft.losses !== null}
        title={own.lossTitle}
        text={own.lossText}
        action={own.lossAction}
        isBusy={draft.saving.isPending}
        confirm={() => draft.saving.mutate(true)}
        close={draft.forgetLosses}
      >
        <LossList losses={draft.losses ?? []} labelOf={(field) => labelIn(draft.model, owner, id, field)} />
      </ConfirmDialog>
      {draft.conflict && (
        <ModelConflict mine={draft.conflict.mine} theirs={draft.conflict.theirs} resolve={draft.resolve} />
      )}
    </Screen>
  );
}

/** What a stored field is called by people. */
function labelIn({ declarations }: ContentModel, owner: Owner, id: string | null, field: string): string {
  const stored = membersOf(declarations[owner.section][owner.find(declarations, id ?? '')]);
  const { label } = membersOf(membersOf(stored['fields'])[field]);
  return typeof label === 'string' && label !== '' ? label : labelFrom(field);
}

/** Why it was not saved: in a sentence where the values are marked, else in the words of the server. */
function Failure({ error, count }: { readonly error: unknown; readonly count: number }) {
  const words = useWords();
  const own = useOwnWords(modelWords);
  if (!error) return null;
  const isMarked = count > 0 && !(error instanceof Refused && Object.keys(error.fields).length > count);
  if (!isMarked) return <ErrorState title={words.states.notSaved} error={reasonOf(error)} />;
  return (
    <Alert icon={<CircleAlert aria-hidden size={20} />} color="red" title={words.states.notSaved} role="alert" mb="md">
      <Text size="sm">{own.refused(count)}</Text>
    </Alert>
  );
}
