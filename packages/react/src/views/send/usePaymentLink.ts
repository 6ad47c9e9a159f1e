import { type BalancesState, findAsset, type Network } from '@latchkey/core'
import { formatUnits, type PaymentLink, type PaymentLinkReading, readPaymentLink } from '@latchkey/protocol'
import type { Balance } from '@latchkey/protocol/api'
import { useEffect, useMemo, useState } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useBalances } from '../../hooks/useBalances.ts'
import { useSend } from '../../hooks/useSend.ts'
import { useReadable } from '../../store/useReadable.ts'

/** What {@link usePaymentLink} answers. */
export type UsePaymentLinkReturnType = {
  /** The link in the field, which could not be followed yet. */
  reading: PaymentLinkReading | undefined
  /** The link is for the network in use. */
  isHere: boolean
  /** The account has none of the token, or of the network's coin, that the link asks for. */
  isLacking: boolean
  /** The receiver of the form came from a link. */
  isFilled: boolean
}

/**
 * Follows a payment link that was put into the receiver's field: as soon as the network in use is the link's, the form has its
 * receiver, token and amount. Until then the link stays, so that nothing is paid by half of it.
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
      // What a link leaves open stays as it is; an amount of one token says nothing about another.
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

/** The network of a link: the one it names, else the one in use if it is of its family, else the first of that family. */
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

/** The amount of a link as decimal text; undefined where it has none above 0, or the token's decimals are not known. */
function amountOf({ amount }: PaymentLink, asset: Balance): string | undefined {
  if (amount === undefined || !/[1-9]/.test(amount.text)) return undefined
  if (!amount.isBase) return amount.text
  return formatUnits(BigInt(amount.text), Number(asset.quantity.decimals))
}
