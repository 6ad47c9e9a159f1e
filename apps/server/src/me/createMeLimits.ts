import type { Context } from '../platform/context.ts'
import { type AddressLimits, createAddressLimits } from '../platform/http/createAddressLimits.ts'

/** What is counted: addresses saved, and settings changed. Accounts cost nothing, so that a limit for each of them would be none. */
export type MeAct = 'address' | 'settings'

const hour = 3_600
const day = 86_400

/** Creates the limits of one network address; many visitors may stand behind one, and some bring a whole address book. */
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
