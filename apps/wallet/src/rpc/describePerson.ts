import { providerNames } from '@latchkey/protocol'
import type { SessionRecord } from '../device/KeyValueStore.ts'

/** Who is signed in, as far as the wallet was told. */
export type Person = Pick<SessionRecord, 'email' | 'userName' | 'socialProvider'>

/** What stands for a person: the address, else the name at the provider, else the provider's own. */
export function describePerson(person: Person | null): string | null {
  if (!person) return null
  const { email, userName, socialProvider } = person
  return email ?? userName ?? (socialProvider ? providerNames[socialProvider] : null)
}
