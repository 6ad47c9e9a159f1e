import type { OrderStage } from '@latchkey/protocol'
import type { Order } from '@latchkey/protocol/api'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useReadable } from '../../store/useReadable.ts'
import { Detail, Details } from '../../ui/Details.tsx'
import { NamedAddress } from '../../ui/NamedAddress.tsx'
import { ShortAmount } from '../../ui/ShortAmount.tsx'
import { ProviderName } from './ProviderName.tsx'
import { useFiat } from './useFiat.ts'

export type OrderDetailsProps = { order: Order; stage: OrderStage }

const unpaid: readonly OrderStage[] = ['waiting', 'declined', 'processing']

/** The payment, the provider, and the tokens with their receiver. Omits the tokens after a refund, and is empty for an unpaid order that ended. */
export function OrderDetails({ order, stage }: OrderDetailsProps) {
  const { latchkey, t } = useModalScope()
  const { networks } = useReadable(latchkey.networks)
  const fiat = useFiat()
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === order.network)?.name ?? order.network
  const { asset, purchaseAmount, paymentTotal, address } = order
  if (stage === 'cancelled' || stage === 'expired' || stage === 'refused') return null
  const isBack = stage === 'returning' || stage === 'returned'
  return (
    <Details>
      <Detail name={t(unpaid.includes(stage) ? 'buy.toPay' : 'buy.paid.title')}>
        <span className="figures" data-figures="">
          {fiat.money(paymentTotal.amount, paymentTotal.currency)}
        </span>
      </Detail>
      <Detail name={t('buy.provider')}>
        <ProviderName provider={order.provider} />
      </Detail>
      {!isBack && stage !== 'delivered' && (
        <Detail name={t('buy.get')}>
          <ShortAmount text={purchaseAmount.amount} token={asset} digits={8} />
        </Detail>
      )}
      {!isBack && (
        <Detail name={t('buy.goesTo', { token: asset.symbol, network })} stacked>
          <NamedAddress address={address} name={undefined} />
        </Detail>
      )}
    </Details>
  )
}
