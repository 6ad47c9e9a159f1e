import type { Contact } from '@latchkey/core'
import { useCallback, useEffect, useState } from 'react'
import { useModalScope } from '../context/ModalScope.tsx'
import { useReadable } from '../store/useReadable.ts'

const nobody: readonly Contact[] = []

/** Finds the name by which the visitor last paid an address; undefined where they never did, or typed the address itself. */
export function useContactNames(): (address: string) => string | undefined {
  const { latchkey } = useModalScope()
  const { contacts } = latchkey
  const namespace = useReadable(latchkey.networks).active?.chainNamespace
  const [all, setAll] = useState(nobody)
  useEffect(() => {
    if (namespace === undefined) return
    let isWanted = true
    contacts.list({ namespace }).then(
      (found) => isWanted && setAll(found),
      // Addresses say it all, then.
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [contacts, namespace])
  return useCallback(
    (address) => all.find((contact) => contact.address.toLowerCase() === address.toLowerCase())?.name,
    [all],
  )
}
