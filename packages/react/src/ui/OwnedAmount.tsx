import { useModalScope } from '../context/ModalScope.tsx'

export type OwnedAmountProps = {
  /** Exact decimal text. */
  text: string
  /** The typed amount exceeds it. */
  isShort?: boolean
}

/** The balance of a token, beside the field for an amount. The tooltip shows every digit. */
export function OwnedAmount({ text, isShort = false }: OwnedAmountProps) {
  const { t, format } = useModalScope()
  return (
    <span data-tone={isShort ? 'loss' : undefined} title={format.amount(text, { digits: 80 })}>
      {t('send.balance', { amount: format.amount(text, { digits: 4 }) })}
    </span>
  )
}
