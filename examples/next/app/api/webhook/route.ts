import { revalidateTag } from 'next/cache';
import { revalidateRoute } from 'platen/next';
import { webhookSecret } from '../../../lib/content';

/** Platen says here what has changed; what shows it is made again when the next visitor asks. */
export const POST = revalidateRoute({ secret: webhookSecret, revalidateTag });
