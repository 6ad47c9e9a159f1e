import { createHash } from 'node:crypto'

/** A person with an account at every face. */
export type Person = {
  /** Name in tests and forms. */
  id: string
  name: string
  email: string
  /** State of the address at the faces: verified, given without a proof, or missing. */
  emailState: 'verified' | 'unverified' | 'absent'
  /** Shown next to the name on the page. */
  note?: string
}

/** People on the page. */
export const people: readonly Person[] = [
  { id: 'ada', name: 'Ada Lovelace', email: 'ada@example.com', emailState: 'verified' },
  { id: 'grace', name: 'Grace Hopper', email: 'grace@example.com', emailState: 'verified' },
  { id: 'alan', name: 'Alan Turing', email: 'alan@example.com', emailState: 'verified' },
  {
    id: 'edith',
    name: 'Edith Clarke',
    email: 'edith@example.com',
    emailState: 'unverified',
    note: 'not confirmed',
  },
  { id: 'hedy', name: 'Hedy Lamarr', email: 'hedy@example.com', emailState: 'absent', note: 'no address' },
]

/** Returns a person of the page or of any other name. The same name gives the same person. Undefined without a name. */
export function findPerson(name: string): Person | undefined {
  const id = name
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40)
  if (id === '') return undefined
  const known = people.find((person) => person.id === id)
  return known ?? { id, name: name.trim().slice(0, 60), email: `${id}@example.com`, emailState: 'verified' }
}

/** Returns the number of a person at a face, the same after every restart: decimal digits without a leading zero. */
export function subjectOf({ face, person, digits }: { face: string; person: Person; digits: number }): string {
  const hash = createHash('sha256').update(`${face}:${person.id}`).digest('hex')
  return `1${(BigInt(`0x${hash}`) % 10n ** BigInt(digits - 1)).toString().padStart(digits - 1, '0')}`
}
