import type { NamesFeature, NamesState } from '@latchkey/core'
import { useEffect, useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

/** What {@link useNames} answers. */
export type UseNamesReturnType = Pick<NamesState, 'zone' | 'perAccount'> &
  Pick<NamesFeature, 'resolve' | 'suggest' | 'list' | 'register' | 'setAttributes'>

const onServer: NamesState = { identities: {}, zone: undefined, perAccount: undefined }

/**
 * Names of this site: what they end in, and how to look one up, choose and register one. Who an address is says `useIdentity`.
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
