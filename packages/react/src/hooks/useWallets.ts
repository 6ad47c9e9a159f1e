import type { WalletsFeature, WalletsState } from '@latchkey/core'
import { useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

export type UseWalletsReturnType = WalletsState &
  Pick<WalletsFeature, 'discover' | 'prepare' | 'find' | 'choicesOf' | 'search'>

/**
 * Returns the wallets of this browser, the wallets that the app recommends, and the operator's directory.
 *
 * @example
 * const { installed, recommended, search } = useWallets()
 * const { data } = await search({ search: 'harbor' })
 */
export function useWallets(): UseWalletsReturnType {
  const { latchkey, snapshots } = useLatchkeyContext()
  const state = useReadable(latchkey.wallets, snapshots.wallets)
  return useMemo(() => {
    const { discover, prepare, find, choicesOf, search } = latchkey.wallets
    return { ...state, discover, prepare, find, choicesOf, search }
  }, [state, latchkey])
}
