import type { TransactionFailure } from '@latchkey/core'
import { useModalScope } from '../../context/ModalScope.tsx'
import { TransactionFailureNote } from '../../ui/TransactionFailureNote.tsx'

export type SwapFailureNoteProps = { failure: TransactionFailure }

const hints = {
  slippage_exceeded: 'swap.hintSlippage',
  swap_expired: 'swap.hintPrice',
  quote_outdated: 'swap.hintPrice',
  swap_mismatch: 'swap.hintPrice',
} as const

/** Explains a failed swap, and suggests another price or slippage if that can help. */
export function SwapFailureNote({ failure }: SwapFailureNoteProps) {
  const { t } = useModalScope()
  const hint = Object.hasOwn(hints, failure.code) ? hints[failure.code as keyof typeof hints] : undefined
  const canHelp = hint !== undefined && failure.moneyMoved !== 'unknown'
  return <TransactionFailureNote failure={failure} hint={canHelp ? t(hint) : undefined} />
}
