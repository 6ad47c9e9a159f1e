import type { PriceImpactLevel } from '@latchkey/core'
import { useModalScope } from '../../context/ModalScope.tsx'
import { usePercent } from './usePercent.ts'

export type ImpactProps = { value: number | null; level: PriceImpactLevel }

/** The price impact of a swap; colored from 3%, with a text if it is unknown. */
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
