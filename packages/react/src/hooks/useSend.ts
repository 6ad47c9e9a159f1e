import type { SendFeature, SendState } from '@latchkey/core'
import { useMemo } from 'react'
import { useLatchkeyContext } from '../context/LatchkeyContext.ts'
import { useReadable } from '../store/useReadable.ts'

export type UseSendReturnType = {
  state: SendState
} & Pick<SendFeature, 'edit' | 'max' | 'gasPrices' | 'prepare' | 'confirm' | 'reset'>

/**
 * Sends the native token or another token: `edit` → `prepare` → `confirm`. Amounts are decimal text in units of the token. `state.issues`
 * lists errors of the form. `state.error` has the failure, and states whether money moved.
 *
 * @example
 * const { state, edit, prepare, confirm } = useSend()
 * // `token` is a row of `useBalances().data`.
 * edit({ token, sendTokenAmount: '0.25', receiverAddress: 'fern.eth' })
 * await prepare() // `state.status`: `preview`, or `editing` with `state.issues`
 * await confirm() // asks the wallet; then `pending` and `confirmed`, or `failed` with `state.error.moneyMoved`
 */
export function useSend(): UseSendReturnType {
  const { latchkey, snapshots } = useLatchkeyContext()
  const state = useReadable(latchkey.send, snapshots.send)
  return useMemo(() => {
    const { edit, max, gasPrices, prepare, confirm, reset } = latchkey.send
    return { state, edit, max, gasPrices, prepare, confirm, reset }
  }, [state, latchkey])
}
