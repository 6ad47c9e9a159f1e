import { orderStage } from '@latchkey/protocol'
import type { Order } from '@latchkey/protocol/api'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useReadable } from '../../store/useReadable.ts'
import { useFiat } from './useFiat.ts'

/** Texts about an order. */
export type OrderWords = {
  title: string
  /** States whether money moved, and the next step. */
  text: string
  /** Explains a long wait; undefined if nothing is pending. */
  slow: string | undefined
}

/** Describes the state of an order, whether money moved, and the next step. `isBlocked`: the browser blocked the provider's window. */
export function useOrderWords({ order, isBlocked }: { order: Order; isBlocked: boolean }): OrderWords {
  const { latchkey, t } = useModalScope()
  const { networks } = useReadable(latchkey.networks)
  const fiat = useFiat()
  const provider = order.provider.name
  const token = order.asset.symbol
  const amount = fiat.money(order.paymentTotal.amount, order.paymentTotal.currency)
  const isCard = order.paymentMethod === 'card'
  const stage = orderStage(order)
  switch (stage) {
    case 'waiting':
      return isBlocked
        ? { title: t('connecting.popupBlocked.title'), text: t('buy.blocked.text', { provider }), slow: undefined }
        : { title: t('buy.waiting.title', { provider }), text: t('buy.waiting.text'), slow: t('buy.waiting.slow') }
    case 'declined':
      return {
        title: t('buy.declined.title'),
        text: t(isCard ? 'buy.declined.card' : 'buy.declined.account'),
        slow: undefined,
      }
    case 'processing':
      return {
        title: t('buy.processing.title'),
        text: t('buy.processing.text', { provider }),
        slow: t('buy.processing.slow', { provider }),
      }
    case 'paid':
      return {
        title: t('buy.paid.title'),
        text: t('buy.paid.text', { provider, amount, token }),
        slow: t('buy.paid.slow', { token }),
      }
    case 'sent': {
      const network = networks.find(({ caipNetworkId }) => caipNetworkId === order.network)?.name ?? order.network
      return { title: t('buy.sent.title'), text: t('buy.sent.text'), slow: t('buy.sent.slow', { network }) }
    }
    case 'delivered':
      return { title: t('activity.type.buy'), text: t('buy.delivered.text'), slow: undefined }
    case 'cancelled':
      return { title: t('buy.cancelled.title'), text: t('buy.nothingPaid'), slow: undefined }
    case 'expired':
      return { title: t('buy.expired.title'), text: t('buy.nothingPaid'), slow: undefined }
    case 'refused':
      return { title: t('buy.refused.title'), text: t('buy.refused.text'), slow: undefined }
    case 'returning':
    case 'returned': {
      const { reason } = order
      const why =
        reason === 'paid_late' || reason === 'paid_otherwise' || reason === 'payment_returned'
          ? reason
          : 'delivery_failed'
      return {
        title: t(`buy.${stage}.title`),
        text: `${t(`buy.why.${why}`)} ${t(`buy.${stage}.text`)}`,
        slow: undefined,
      }
    }
  }
}
