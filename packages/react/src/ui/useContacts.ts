import type { Contact } from '@latchkey/core'
import { useEffect, useState } from 'react'
import { useModalScope } from '../context/ModalScope.tsx'
import { useReadable } from '../store/useReadable.ts'

const nobody: readonly Contact[] = []

/** Whom the visitor paid on networks like the one in use, newest first; nobody while that is read, and where it cannot be. */
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
      // Addresses say it all, then: a field takes any, and a row shows it.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [contacts, namespace])
  return all
}
