import { createLeases } from '../../platform/db/createLeases.ts'
import { bundlerLeases } from '../schema.ts'

/** Leases of the processes that bundle for a network. */
export const leases = createLeases(bundlerLeases)
