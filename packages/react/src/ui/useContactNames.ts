import { useCallback } from 'react'
import { useContacts } from './useContacts.ts'

/** Finds the name by which the visitor last paid an address; undefined where they never did, or typed the address itself. */
export function useContactNames(): (address: string) => string | undefined {
  const contacts = useContacts()
  return useCallback(
    (address) => contacts.find((contact) => contact.address.toLowerCase() === address.toLowerCase())?.name,
    [contacts],
  )
}
