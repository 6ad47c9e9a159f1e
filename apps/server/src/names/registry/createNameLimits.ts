import type { NamesConfig } from '../../platform/config/namesConfig.ts'
import type { Context } from '../../platform/context.ts'
import { type AddressLimits, createAddressLimits } from '../../platform/http/createAddressLimits.ts'

/** Counted acts: registered names, changed names, and calls to chains about a signature. */
export type NameAct = 'registration' | 'change' | 'check'

/** Counts the acts of IP addresses. */
export type NameLimits = AddressLimits<NameAct>

const hour = 3_600
const day = 24 * hour

/**
 * Creates the limits. Registrations and changes count when they are written, so that a refusal costs a visitor nothing. Calls to chains
 * count when they are made, because any caller can cause them.
 */
export function createNameLimits({
  context,
  limits: { registrationsPerHour, registrationsPerDay, changesPerHour },
}: {
  context: Pick<Context, 'kv' | 'clock'>
  limits: NamesConfig['limits']
}): NameLimits {
  return createAddressLimits({
    context,
    name: 'names',
    windows: {
      registration: [
        { seconds: hour, limit: registrationsPerHour },
        { seconds: day, limit: registrationsPerDay },
      ],
      change: [{ seconds: hour, limit: changesPerHour }],
      check: [{ seconds: hour, limit: registrationsPerHour + 2 * changesPerHour }],
    },
    refusal: (seconds) => `Too many names from here: try again in ${seconds} seconds`,
  })
}
