import { useCallback } from 'react'
import { useContacts } from './useContacts.ts'

/**
 * Finds the name by which the visitor saved an address or last paid it; undefined where there is none.
 *
 * @param options.savedOnly leaves out names that a payment was made by: such a name may have passed on to somebody else since
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
