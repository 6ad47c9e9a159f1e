import type { Contact } from '@latchkey/core'
import { useEffect, useState } from 'react'
import { useModalScope } from '../context/ModalScope.tsx'
import { useReadable } from '../store/useReadable.ts'

const nobody: readonly Contact[] = []

/** Returns the visitor's contacts on networks of the same family, newest first. Empty during the read and after a failure. */
export function useContacts(): readonly Contact[] {
  const { latchkey } = useModalScope()
  const { contacts } = latchkey
  const namespace = useReadable(latchkey.networks).active?.chainNamespace
  const [all, setAll] = useState(nobody)
  useEffect(() => {
    if (namespace === undefined) return
    let isWanted = true
    contacts.list({ namespace }).then(
      (found) => isWanted && setAll(found),
      // Addresses work without contacts: a field accepts any, and a row shows it.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [contacts, namespace])
  return all
}
