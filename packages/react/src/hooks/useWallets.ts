import type { WalletsFeature, WalletsState } from '@latchkey/core'
import { useMemo } from 'react'
import { useLatchkeyContext } from '../provider/LatchkeyContext.ts'
import { useReadable } from './useReadable.ts'

/** What {@link useWallets} answers. */
export type UseWalletsReturnType = WalletsState & Pick<WalletsFeature, 'discover' | 'search'>

/** The wallets of this browser, and the operator's directory. */
export function useWallets(): UseWalletsReturnType {
  const { latchkey, snapshots } = useLatchkeyContext()
  const state = useReadable(latchkey.wallets, snapshots.wallets)
  return useMemo(() => {
    const { wallets } = latchkey
    return { ...state, discover: () => wallets.discover(), search: (options) => wallets.search(options) }
  }, [state, latchkey])
}
