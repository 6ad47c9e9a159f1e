import type { FaceFault } from '../createFaults.ts'

/** Parameters of the redirect to the client: `code` and `state` of a login, `error` of a refused one. */
export type Callback = Readonly<Record<string, string>>

/** Modifies a callback according to a fault. */
export function spoilCallback(callback: Callback, fault: FaceFault): Callback {
  return {
    ...callback,
    ...(fault.is('wrongState') ? { state: 'another-state' } : {}),
    ...(fault.is('wrongIssuer') ? { iss: 'https://another-issuer.example' } : {}),
  }
}
