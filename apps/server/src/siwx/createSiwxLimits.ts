import type { Context } from '../platform/context.ts'
import { type AddressLimits, createAddressLimits } from '../platform/http/createAddressLimits.ts'

/** Counted acts: created nonces, checked signatures, and calls to chains about a signature, the most expensive one. */
export type SiwxAct = 'nonce' | 'verify' | 'contract'

const minute = 60
const hour = 3_600
const day = 86_400

/** Creates the limits of one IP address, which many visitors can share. Each sign-in is stored, so there is a daily limit as well. */
export function createSiwxLimits({ context }: { context: Pick<Context, 'clock' | 'kv'> }): AddressLimits<SiwxAct> {
  return createAddressLimits({
    context,
    name: 'siwx',
    windows: {
      nonce: [
        { seconds: minute, limit: 120 },
        { seconds: hour, limit: 3_000 },
        { seconds: day, limit: 10_000 },
      ],
      verify: [
        { seconds: minute, limit: 60 },
        { seconds: hour, limit: 1_500 },
        { seconds: day, limit: 3_000 },
      ],
      contract: [
        { seconds: minute, limit: 30 },
        { seconds: hour, limit: 500 },
        { seconds: day, limit: 2_000 },
      ],
    },
    refusal: (seconds) => `Too many sign-ins from here: try again in ${seconds} seconds`,
  })
}
