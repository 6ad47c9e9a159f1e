import { useModalScope } from '../context/ModalScope.tsx'

/** What {@link OwnedAmount} takes. */
export type OwnedAmountProps = {
  /** Exact decimal text. */
  text: string
  /** What was typed is more than that. */
  isShort?: boolean
}

/** How much of a token the account has, beside the field that asks for an amount. Every digit of it shows under the pointer. */
export function OwnedAmount({ text, isShort = false }: OwnedAmountProps) {
  const { t, format } = useModalScope()
  return (
    <span data-tone={isShort ? 'loss' : undefined} title={format.amount(text, { digits: 80 })}>
      {t('send.balance', { amount: format.amount(text, { digits: 4 }) })}
    </span>
  )
}
