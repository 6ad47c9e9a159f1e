import type { Context } from '../platform/context.ts'
import { type AddressLimits, createAddressLimits } from '../platform/http/createAddressLimits.ts'

/** Counted acts: saved addresses, and changed settings. Accounts are free to create, so limits per account would have no effect. */
export type MeAct = 'address' | 'settings'

const hour = 3_600
const day = 86_400

/** Creates the limits of one IP address, which many visitors can share, and some save a whole address book. */
export function createMeLimits({ context }: { context: Pick<Context, 'clock' | 'kv'> }): AddressLimits<MeAct> {
  return createAddressLimits({
    context,
    name: 'me',
    windows: {
      address: [
        { seconds: hour, limit: 1_000 },
        { seconds: day, limit: 5_000 },
      ],
      settings: [
        { seconds: hour, limit: 1_000 },
        { seconds: day, limit: 5_000 },
      ],
    },
    refusal: (seconds) => `Too much was saved from here: try again in ${seconds} seconds`,
  })
}
