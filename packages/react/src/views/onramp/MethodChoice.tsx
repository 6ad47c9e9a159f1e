import type { PaymentMethod } from '@latchkey/protocol'
import { useModalScope } from '../../context/ModalScope.tsx'

export type MethodChoiceProps = {
  methods: readonly PaymentMethod[]
  value: PaymentMethod
  onChange: (method: PaymentMethod) => void
}

/** Payment by card or from a bank account. Empty without a choice. */
export function MethodChoice({ methods, value, onChange }: MethodChoiceProps) {
  const { t } = useModalScope()
  if (methods.length < 2) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, which has no use on screen
    <div className="tabs buy-methods" role="group" aria-label={t('buy.method')}>
      {methods.map((method) => (
        <button
          key={method}
          type="button"
          className="tab"
          aria-pressed={value === method}
          onClick={() => onChange(method)}
        >
          {t(`buy.method.${method}`)}
        </button>
      ))}
    </div>
  )
}
