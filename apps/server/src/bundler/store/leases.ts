import { createLeases } from '../../platform/db/createLeases.ts'
import { bundlerLeases } from '../schema.ts'

/** Which process bundles for a network. */
export const leases = createLeases(bundlerLeases)
