import { type BalancesState, findAsset, type Network } from '@latchkey/core'
import { formatUnits, type PaymentLink, type PaymentLinkReading, readPaymentLink } from '@latchkey/protocol'
import type { Balance } from '@latchkey/protocol/api'
import { useEffect, useMemo, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useBalances } from '../../hooks/useBalances.ts'
import { useSend } from '../../hooks/useSend.ts'
import { useReadable } from '../../store/useReadable.ts'

export type UsePaymentLinkReturnType = {
  /** Link in the field that the form could not follow yet. */
  reading: PaymentLinkReading | undefined
  /** The link is for the active network. */
  isHere: boolean
  /** The account has none of the token, or of the native token, that the link requests. */
  isLacking: boolean
  /** A link has set the receiver of the form. */
  isFilled: boolean
}

/**
 * Follows a payment link in the receiver's field. Once the active network is the link's, the form gets its receiver, token and amount
 * together. Until then the link stays in the field, so that no payment uses only a part of it.
 */
export function usePaymentLink(): UsePaymentLinkReturnType {
  const { latchkey } = useModalScope()
  const { active } = useReadable(latchkey.networks)
  const balances = useBalances()
  const { state, edit } = useSend()
  const { receiverAddress } = state.form
  const [filled, setFilled] = useState<string>()
  const reading = useMemo(() => readPaymentLink(receiverAddress), [receiverAddress])
  const link = reading?.ok ? reading.link : undefined
  const isHere = link !== undefined && active !== undefined && isFor(link, active)
  const asset = link && isHere ? findHere({ link, balances, network: active }) : undefined
  const isKnown = isHere && balances.data !== undefined
  const isLacking = isKnown && asset === undefined
  const isOpen = state.status !== 'signing' && state.status !== 'preparing'

  useEffect(() => {
    if (link === undefined || asset === undefined || !isKnown || !isOpen) return
    const amount = amountOf(link, asset)
    setFilled(link.receiver)
    edit({
      receiverAddress: link.receiver,
      // Fields that the link does not set stay. An amount of one token has no meaning for another.
      token: asset,
      ...(amount === undefined
        ? link.token === undefined
          ? {}
          : { sendTokenAmount: '' }
        : { sendTokenAmount: amount }),
    })
  }, [link, isKnown, isOpen, asset, edit])

  return { reading, isHere, isLacking, isFilled: filled !== undefined && filled === receiverAddress }
}

/** Returns the network of a link: the one it names, otherwise the active one if its family matches, otherwise the family's first. */
export function networkOf(link: PaymentLink, networks: readonly Network[]): Network | undefined {
  return networks.find((network) => isFor(link, network))
}

function isFor({ namespace, chainReference }: PaymentLink, network: Network): boolean {
  if (network.chainNamespace !== namespace) return false
  return chainReference === undefined || network.caipNetworkId === `${namespace}:${chainReference}`
}

function findHere({
  link,
  balances,
  network,
}: {
  link: PaymentLink
  balances: Pick<BalancesState, 'data' | 'otherAssets'>
  network: Network
}): Balance | undefined {
  const rows = (list: readonly Balance[] | undefined) =>
    list?.filter(({ chainId }) => chainId === network.caipNetworkId) ?? []
  return findAsset({
    balances: { data: rows(balances.data), otherAssets: rows(balances.otherAssets) },
    assetAddress: link.token,
  })
}

/** Returns the amount of a link as decimal text; undefined without one above 0, or if the token's decimals are unknown. */
function amountOf({ amount }: PaymentLink, asset: Balance): string | undefined {
  if (amount === undefined || !/[1-9]/.test(amount.text)) return undefined
  if (!amount.isBase) return amount.text
  return formatUnits(BigInt(amount.text), Number(asset.quantity.decimals))
}
