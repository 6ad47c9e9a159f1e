import { createLeases } from '../../platform/db/createLeases.ts'
import { treasuryLeases } from '../schema.ts'

/** Leases of the processes that pay out on a network. */
export const leases = createLeases(treasuryLeases)
