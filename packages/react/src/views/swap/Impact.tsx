import type { PriceImpactLevel } from '@latchkey/core'
import { useModalScope } from '../../context/ModalScope.tsx'
import { usePercent } from './usePercent.ts'

/** What {@link Impact} takes. */
export type ImpactProps = { value: number | null; level: PriceImpactLevel }

/** By how much a swap moves the price; coloured from 3 % on, and said when nobody can tell. */
export function Impact({ value, level }: ImpactProps) {
  const { t } = useModalScope()
  const percent = usePercent()
  if (value === null) return <span className="impact">{t('swap.unknown')}</span>
  return (
    <span className="figures impact" data-figures="" data-level={level}>
      {percent(Math.max(0, value))}
    </span>
  )
}
