import type { NamesFeature, NamesState } from '@latchkey/core'
import { useEffect, useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

export type UseNamesReturnType = Pick<NamesState, 'zone' | 'perAccount'> &
  Pick<NamesFeature, 'resolve' | 'suggest' | 'list' | 'register' | 'setAttributes'>

const onServer: NamesState = { identities: {}, zone: undefined, perAccount: undefined }

/**
 * Returns the zone of this site's names, and functions to resolve, suggest and register one. `useIdentity` returns the name of an address.
 *
 * @example
 * const { zone, suggest, register } = useNames()
 * const [exact] = await suggest({ name: 'alice' })
 * if (exact && !exact.registered) await register({ name: exact.name })
 */
export function useNames(): UseNamesReturnType {
  const { latchkey } = useLatchkeyContext()
  const { names } = latchkey
  const { zone, perAccount } = useReadable(names, onServer)
  useEffect(() => names.prepare(), [names])
  return useMemo(() => {
    const { resolve, suggest, list, register, setAttributes } = names
    return { zone, perAccount, resolve, suggest, list, register, setAttributes }
  }, [zone, perAccount, names])
}
