import type { Call } from '../../../api/call.ts';
import { reply } from '../../../api/reply.ts';
import type { RouteModule } from '../../../api/routing/registry.ts';
import { route } from '../../../api/routing/route.ts';
import { defineErrors, errors } from '../../../lib/errors.ts';
import { json } from '../../../lib/schema/json-schema.ts';
import { s } from '../../../lib/schema/schema.ts';
import type { SiteSizes } from '../../../media/sizes/site-sizes.ts';
import type { UploadRefused } from '../../../media/upload-refusal.ts';
import { canEditPost } from '../../../rules/capabilities.ts';
import { contentErrors } from '../../posts/content-errors.ts';
import type { ContentKinds } from '../../posts/content-kind.ts';
import { existing, factsOf } from '../../posts/content-permissions.ts';
import { translated } from '../receive-upload.ts';
import { type RegenerationWork, regeneratePicture } from './regenerate-pictures.ts';
import type { RegenerationJobs } from './regeneration-jobs.ts';
import { type RegenerationRow, regenerationStates } from './regeneration-table.ts';

export const regenerationErrors = defineErrors({
  regeneration_busy: {
    status: 409,
    message: () => 'Copies are being made again already. Wait until that has ended, or stop it.',
  },
  regeneration_refused: { status: 409, message: ({ why }: { why: string }) => why },
});

const path = '/platen/v1/media/regeneration';

const count = { type: 'integer', minimum: 0 };

const runSchema = json.object({
  id: json.integer,
  state: json.words(...regenerationStates),
  only: json.listOf(json.string),
  missing: json.boolean,
  remove_unused: json.boolean,
  is_command: json.boolean,
  is_cancelled: json.boolean,
  done: count,
  all: count,
  made: count,
  removed: count,
  failed: count,
  failures: json.listOf(json.object({ id: json.integer, why: json.string })),
  error: json.string,
  created: json.dateTime,
  ended: json.orNull(json.dateTime),
});

export interface RegenerationRoutesContext {
  readonly jobs: RegenerationJobs;
  readonly library: RegenerationWork['library'];
  readonly sizes: SiteSizes;
  readonly kinds: ContentKinds;
}

/** Copies of pictures that are made again: of one picture, or of all of them as a job. */
export function regenerationRoutes({ jobs, library, sizes, kinds }: RegenerationRoutesContext): RouteModule {
  const files = kinds.of('attachment');
  const args = {
    only: s.array(s.string(), { description: 'Only sizes of these names.', default: [] }),
    missing: s.boolean({ description: 'Only copies that are missing or have other dimensions now.', default: false }),
    remove_unused: s.boolean({
      description: 'Remove copies that no size needs any more. Texts may show them.',
      default: false,
    }),
  };
  const choicesOf = async (input: { only: readonly string[]; missing: boolean; remove_unused: boolean }) => {
    const known = (await sizes.list()).map(({ name }) => name);
    const unknown = input.only.find((name) => !known.includes(name));
    if (unknown !== undefined) throw unknownSize(unknown);
    return { only: input.only, isMissing: input.missing, removesUnused: input.remove_unused };
  };
  const mayManage = (_input: unknown, { caller }: Call) => {
    if (!caller.can('manage_options')) throw errors.rest_forbidden();
  };
  const response = { schema: json.object({ run: json.orNull(runSchema) }) };
  const show = async (status = 200) => {
    const run = await jobs.latest();
    return reply({ run: run && view(run) }, { status });
  };
  return {
    routes: [
      route({
        method: 'GET',
        path,
        summary: 'Show how far making the copies of all pictures again is.',
        permit: mayManage,
        response,
        shareable: false,
        handle: () => show(),
      }),
      route({
        method: 'POST',
        path,
        summary: 'Make the copies of all pictures again, in the background.',
        args,
        permit: mayManage,
        response: { ...response, status: 202 },
        handle: async (input, call) => {
          if (!(await jobs.begin(await choicesOf(input), call.caller.userId)))
            throw regenerationErrors.regeneration_busy();
          return show(202);
        },
      }),
      route({
        method: 'POST',
        path: `${path}/cancel`,
        summary: 'Stop making copies again. What is made stays.',
        permit: mayManage,
        response,
        handle: async () => {
          await jobs.cancel();
          return show();
        },
      }),
      route({
        method: 'POST',
        path: '/platen/v1/media/{id:int}/regenerate',
        summary: 'Make the copies of one picture again, such as after its focal point was set.',
        args,
        response: { schema: json.object({ id: json.integer, made: count, removed: count }) },
        permit: async ({ id }, call) => {
          const file = await existing(files, { id }, call);
          if (!canEditPost(call.caller, files.type, await factsOf(file, call))) throw contentErrors.rest_cannot_edit();
        },
        handle: async ({ id, ...input }, call) => {
          const file = await existing(files, { id }, call);
          const choices = await choicesOf(input);
          const made = await translated(refusal, () =>
            regeneratePicture({ library, kinds: () => kinds }, file, choices, call),
          );
          return reply({ id, ...made });
        },
      }),
    ],
  };
}

const refusal = (error: UploadRefused) =>
  regenerationErrors.regeneration_refused({ why: error.message }, { cause: error });

function unknownSize(name: string) {
  const params = { only: `There is no size ${JSON.stringify(name)}.` };
  return errors.rest_invalid_param({ params }, { details: { params } });
}

const moment = (ms: number) => new Date(ms).toISOString().slice(0, 19);

function view({ id, state, choices, progress, error, isCommand, isCancelWanted, createdMs, endedMs }: RegenerationRow) {
  const { position: _inside, ...figures } = progress;
  return {
    id,
    state,
    only: [...choices.only],
    missing: choices.isMissing,
    remove_unused: choices.removesUnused,
    is_command: isCommand !== 0,
    is_cancelled: isCancelWanted !== 0,
    ...figures,
    failures: progress.failures.map((failure) => ({ ...failure })),
    error,
    created: moment(createdMs),
    ended: endedMs > 0 ? moment(endedMs) : null,
  };
}
