import { type BalancesState, findAsset, type ViewData } from '@latchkey/core'
import type { Balance } from '@latchkey/protocol/api'
import { useEffect } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useRemembered } from '../../context/useRemembered.ts'
import { useSend } from '../../hooks/useSend.ts'
import { useReadable } from '../../store/useReadable.ts'

/**
 * Puts the token into the form of a payment: the one that was asked for, or the network's coin when none was.
 *
 * An asset that was asked for is never replaced by another one. While the account lacks it the form has no token. A payment that
 * left makes room for the next one, and an amount that was typed before its token was there stays.
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
  const { latchkey } = useModalScope()
  const { active } = useReadable(latchkey.networks)
  const { state, edit } = useSend()
  const { status } = state
  const { token } = state.form
  // Kept while the form is away for another view: what the visitor chose there stays.
  const [taken, setTaken] = useRemembered<ViewData['WalletSend']>('WalletSend.asked', undefined)
  const isNew = data !== undefined && taken !== data
  const wanted = data === undefined ? findCoin(balances) : findAsset({ balances, assetAddress: data.assetAddress })
  // While the wallet is asked the form is that of what it may send.
  const isOpen = status !== 'signing' && status !== 'preparing'
  const isHere = (asset: Balance) => active === undefined || asset.chainId === active.caipNetworkId
  const isElsewhere = token !== undefined && !isHere(token)
  // Why the payment did not leave, such as that the network changed: it stays until it was read.
  const isTold = status === 'failed' || state.issues.some(({ field }) => field === 'transaction')
  // What was read for the network before says nothing here.
  const next = wanted !== undefined && isHere(wanted) ? wanted : undefined

  useEffect(() => {
    if (!isNew || !isOpen) return
    setTaken(data)
    // Also when it is not there: a token from before must not pass for it.
    if (token === undefined || token.chainId !== wanted?.chainId || token.address !== wanted.address)
      edit({ token: wanted, sendTokenAmount: '' })
  }, [isNew, isOpen, data, wanted, token, edit, setTaken])
  useEffect(() => {
    // A payment link that was followed in the same moment has chosen its own.
    if (isNew || !isOpen || latchkey.send.getState().form.token !== token) return
    // An amount of one token says nothing about one of another network.
    if (isElsewhere) {
      if (!isTold) edit({ token: undefined, sendTokenAmount: '' })
    } else if (token === undefined && next !== undefined) edit({ token: next })
  }, [isNew, isOpen, isElsewhere, isTold, token, next, latchkey, edit])

  return data !== undefined && !isNew && token === undefined && wanted === undefined && balances.data !== undefined
}

/** The network's coin, which an account needs for any payment; else what it has most of. */
function findCoin({ data }: Pick<BalancesState, 'data'>) {
  return data?.find(({ address }) => address === undefined) ?? data?.[0]
}
