import type { PaymentMethod } from '@latchkey/protocol'
import { useModalScope } from '../../context/ModalScope.tsx'

/** What {@link MethodChoice} takes. */
export type MethodChoiceProps = {
  methods: readonly PaymentMethod[]
  value: PaymentMethod
  onChange: (method: PaymentMethod) => void
}

/** Pay by card or from a bank account; nothing where there is no choice. */
export function MethodChoice({ methods, value, onChange }: MethodChoiceProps) {
  const { t } = useModalScope()
  if (methods.length < 2) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a legend that nobody needs to see
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
