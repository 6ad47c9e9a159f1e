import { type BalancesState, findAsset, type ViewData } from '@latchkey/core'
import { familyOfAddress, readPaymentLink } from '@latchkey/protocol'
import type { Balance } from '@latchkey/protocol/api'
import { useEffect } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useRemembered } from '../../context/useRemembered.ts'
import { useSend } from '../../hooks/useSend.ts'
import { useReadable } from '../../store/useReadable.ts'

/**
 * Puts the token into the form of a payment: the requested one, or the native token without a request.
 *
 * A requested asset is never replaced by another one: while the account lacks it, the form has no token. After a submitted payment, the
 * token is set for the next one. An amount that was typed before its token was known stays. With a token of another network, a receiver
 * leaves that the active network cannot pay: the receiver of a payment there that was not finished.
 *
 * @param options.data data that the view was opened with; undefined without a requested asset
 * @returns true while the account has none of the requested asset
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
  const { token, receiverAddress } = state.form
  // Remembered while another view is open, so that the visitor's choice there stays.
  const [taken, setTaken] = useRemembered<ViewData['WalletSend']>('WalletSend.asked', undefined)
  const isNew = data !== undefined && taken !== data
  const wanted = data === undefined ? findCoin(balances) : findAsset({ balances, assetAddress: data.assetAddress })
  // While the wallet is asked, the form must stay as the visitor confirmed it.
  const isOpen = status !== 'signing' && status !== 'preparing'
  const isHere = (asset: Balance) => active === undefined || asset.chainId === active.caipNetworkId
  const isElsewhere = token !== undefined && !isHere(token)
  const family = familyOfReceiver(receiverAddress)
  const isStale = isElsewhere && family !== undefined && family !== active?.chainNamespace
  // The reason why the payment was not sent, such as a switched network. It stays until the visitor has read it.
  const isTold = status === 'failed' || state.issues.some(({ field }) => field === 'transaction')
  // Balances of the previous network do not count.
  const next = wanted !== undefined && isHere(wanted) ? wanted : undefined

  useEffect(() => {
    if (!isNew || !isOpen) return
    setTaken(data)
    // Also if it is missing: an earlier token must not stay in the form by mistake.
    if (token === undefined || token.chainId !== wanted?.chainId || token.address !== wanted.address)
      edit({ token: wanted, sendTokenAmount: '', ...(isStale && { receiverAddress: '' }) })
  }, [isNew, isOpen, isStale, data, wanted, token, edit, setTaken])
  useEffect(() => {
    // A payment link that was followed in the same moment has set its own token.
    if (isNew || !isOpen || latchkey.send.getState().form.token !== token) return
    // An amount of one token has no meaning for a token of another network.
    if (isElsewhere) {
      if (!isTold) edit({ token: undefined, sendTokenAmount: '', ...(isStale && { receiverAddress: '' }) })
    } else if (token === undefined && next !== undefined) edit({ token: next })
  }, [isNew, isOpen, isElsewhere, isStale, isTold, token, next, latchkey, edit])

  return data !== undefined && !isNew && token === undefined && wanted === undefined && balances.data !== undefined
}

/** Finds the native token, which an account needs for any payment; otherwise the first one of the list. */
function findCoin({ data }: Pick<BalancesState, 'data'>) {
  return data?.find(({ address }) => address === undefined) ?? data?.[0]
}

/** Returns the network family of an address or a payment link; undefined for names and unfinished texts. */
function familyOfReceiver(typed: string) {
  const reading = readPaymentLink(typed.trim())
  return reading?.ok ? reading.link.namespace : familyOfAddress(typed.trim())
}
