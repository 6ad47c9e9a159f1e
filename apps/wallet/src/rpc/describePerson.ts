import { providerNames } from '@latchkey/protocol'
import type { LoginRecord } from '../device/KeyValueStore.ts'

/** The visitor of the login, as far as the wallet knows. */
export type Person = Pick<LoginRecord, 'email' | 'userName' | 'socialProvider'>

/** Returns a label for the visitor: the email address, else the name at the provider, else the provider's name. */
export function describePerson(person: Person | null): string | null {
  if (!person) return null
  const { email, userName, socialProvider } = person
  return email ?? userName ?? (socialProvider ? providerNames[socialProvider] : null)
}
