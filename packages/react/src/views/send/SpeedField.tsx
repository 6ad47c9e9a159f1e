import { useModalScope } from '../../context/ModalScope.tsx'
import { formatCost } from '../../format/formatCost.ts'
import { useAccount } from '../../hooks/useAccount.ts'
import { useBalances } from '../../hooks/useBalances.ts'
import { useSend } from '../../hooks/useSend.ts'
import { useReadable } from '../../store/useReadable.ts'
import { PriceChoice } from '../../ui/PriceChoice.tsx'
import { speeds, useGasPrices } from '../../ui/useGasPrices.ts'

/** Choice of the speed, with the cost of each. Empty for a smart account, whose paymaster pays and chooses. */
export function SpeedField() {
  return useAccount().account?.type === 'smartAccount' ? null : <Speeds />
}

function Speeds() {
  const { latchkey, t, format } = useModalScope()
  const { state, edit } = useSend()
  const { active } = useReadable(latchkey.networks)
  const native = useBalances().data?.find(({ address }) => address === undefined)
  const { token, speed, sendTokenAmount, receiverAddress } = state.form
  const address = state.receiver.status === 'resolved' ? state.receiver.address : receiverAddress.trim()
  // The next payment starts without a token for a moment, when there is no cost yet.
  const asset = token && (token.address ?? 'native')
  const { prices, isWaiting, isCurrent } = useGasPrices(
    asset && `${active?.caipNetworkId} ${asset}`,
    `${address} ${sendTokenAmount}`,
  )
  const symbol = active?.nativeCurrency.symbol ?? ''
  const price = native?.price ?? null
  // EVM networks refund unused gas, so the figure for the typed payment is an upper limit. The others charge it in full.
  const mostName = isCurrent && prices?.standard.isMost ? 'transaction.cost' : 'send.cost.about'
  const costName = t(active?.chainNamespace === 'eip155' ? mostName : 'send.cost')
  const costText = prices?.standard.costText
  const shownOf = (text: string | undefined) => text && formatCost({ format, text })
  // All speeds cost the same on a network without congestion, such as a local one. Then there is no choice to show.
  if (costText !== undefined && speeds.every((id) => shownOf(prices?.[id].costText) === shownOf(costText))) {
    const amount = `${shownOf(costText)}\u00a0${symbol}`
    const cost = price === null ? amount : `${format.money(Number(costText) * price)} · ${amount}`
    return (
      <p className="price-same">
        <span>{costName}</span> <b data-figures="">{cost}</b>
      </p>
    )
  }
  return (
    <PriceChoice
      label={`${t('send.speed')} · ${costName}`}
      options={speeds.map((id) => ({
        id,
        name: t(active?.chainNamespace === 'bip122' ? `send.speed.bip122.${id}` : `send.speed.${id}`),
        costText: prices?.[id].costText,
        rateText: prices?.[id].rateText,
      }))}
      value={speed}
      onChange={(id) => edit({ speed: id })}
      symbol={symbol}
      price={price}
      waiting={isWaiting}
    />
  )
}
