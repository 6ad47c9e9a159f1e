import type { FaceFault } from '../createFaults.ts'
import type { Person } from '../people.ts'

/** Returns the state of a person's address under the fault. */
export function emailStateOf(person: Person, fault: FaceFault): Person['emailState'] {
  if (fault.is('noEmail')) return 'absent'
  return fault.is('emailUnverified') && person.emailState === 'verified' ? 'unverified' : person.emailState
}
