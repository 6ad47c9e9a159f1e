import type { IncomingMessage } from 'node:http'
import { readForm } from '../../page/readForm.ts'
import { findPerson, type Person } from '../people.ts'

/** Choice on the login page. `null` if the form names no person. */
export type SignInAnswer = { person: Person; form: URLSearchParams } | 'cancel' | null

/** Reads the form of the sign-in page. */
export async function readSignIn(request: IncomingMessage): Promise<SignInAnswer> {
  const form = await readForm(request)
  if (form.has('cancel')) return 'cancel'
  const person = findPerson(form.get('person') || form.get('name') || '')
  return person ? { person, form } : null
}
