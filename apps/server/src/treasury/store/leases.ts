import { createLeases } from '../../platform/db/createLeases.ts'
import { treasuryLeases } from '../schema.ts'

/** Which process pays out on a network. */
export const leases = createLeases(treasuryLeases)
