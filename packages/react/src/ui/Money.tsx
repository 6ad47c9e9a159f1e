import { useModalScope } from '../context/ModalScope.tsx'

export type MoneyProps = {
  value: number | null | undefined
  /** Shows the explanation beside the dash, and does not only read it aloud. */
  explain?: boolean
  /** The price of one unit instead of a sum. */
  unit?: boolean
}

/** Dollars. Without a known price, a dash with an explanation, never 0. */
export function Money({ value, explain = false, unit = false }: MoneyProps) {
  const { t, format } = useModalScope()
  if (value === null || value === undefined) {
    return (
      <span className="unknown">
        <span aria-hidden="true">—</span> <span className={explain ? undefined : 'sr'}>{t('money.noPrice')}</span>
      </span>
    )
  }
  return (
    <span className="figures" data-figures="">
      {unit ? format.price(value) : format.money(value)}
    </span>
  )
}
