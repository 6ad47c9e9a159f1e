import { useCallback } from 'react'
import { useContacts } from './useContacts.ts'

/**
 * Finds the name under which the visitor saved an address or last paid it; undefined without one.
 *
 * @param options.savedOnly excludes names of payments, because such a name can have a new owner since then
 */
export function useContactNames({ savedOnly = false } = {}): (address: string) => string | undefined {
  const contacts = useContacts()
  return useCallback(
    (address) =>
      contacts.find(
        (contact) =>
          contact.address.toLowerCase() === address.toLowerCase() && (!savedOnly || contact.isSaved === true),
      )?.name,
    [contacts, savedOnly],
  )
}
