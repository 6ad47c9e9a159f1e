import type { FaceFault } from '../createFaults.ts'

/** What goes back to the client's address: of a login `code` and `state`, of a refused one `error`. */
export type Callback = Readonly<Record<string, string>>

/** What goes back, made wrong in what a fault says. */
export function spoilCallback(callback: Callback, fault: FaceFault): Callback {
  return {
    ...callback,
    ...(fault.is('wrongState') ? { state: 'another-state' } : {}),
    ...(fault.is('wrongIssuer') ? { iss: 'https://another-issuer.example' } : {}),
  }
}
