import { type BalancesState, findAsset, type ViewData } from '@latchkey/core'
import { useEffect } from 'react'
import { useRemembered } from '../../context/useRemembered.ts'
import { useSend } from '../../hooks/useSend.ts'

/**
 * Puts the token into the form of a payment: the one that was asked for, or the first balance when none was.
 *
 * An asset that was asked for is never replaced by another one. While the account lacks it the form has no token.
 *
 * @param options.data what the view was opened with; undefined when no asset was asked for
 * @returns true while the account has none of the asset that was asked for
 */
export function useAskedToken({
  data,
  balances,
}: {
  data: ViewData['WalletSend']
  balances: Pick<BalancesState, 'data' | 'otherAssets'>
}): boolean {
  const { state, edit } = useSend()
  const { status } = state
  const { token } = state.form
  // Kept while the form is away for another view: what the visitor chose there stays.
  const [taken, setTaken] = useRemembered<ViewData['WalletSend']>('WalletSend.asked', undefined)
  const isNew = data !== undefined && taken !== data
  const wanted = data === undefined ? balances.data?.[0] : findAsset({ balances, assetAddress: data.assetAddress })

  useEffect(() => {
    if (!isNew || status === 'signing') return
    setTaken(data)
    // Also when it is not there: a token from before must not pass for it.
    if (token === undefined || token.chainId !== wanted?.chainId || token.address !== wanted.address)
      edit({ token: wanted, sendTokenAmount: '' })
  }, [isNew, status, data, wanted, token, edit, setTaken])
  useEffect(() => {
    if (!isNew && status === 'editing' && token === undefined && wanted !== undefined)
      edit({ token: wanted, sendTokenAmount: '' })
  }, [isNew, status, token, wanted, edit])

  return data !== undefined && !isNew && token === undefined && wanted === undefined && balances.data !== undefined
}
