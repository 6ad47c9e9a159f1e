import type { OnrampProviderInfo } from '@latchkey/protocol/api'
import { useModalScope } from '../../context/ModalScope.tsx'

/** What {@link ProviderName} takes. */
export type ProviderNameProps = { provider: OnrampProviderInfo }

/** Who takes the payment, and that it is no real money where it is none. */
export function ProviderName({ provider }: ProviderNameProps) {
  const { t } = useModalScope()
  return (
    <span className="buy-provider">
      <bdi translate="no" title={provider.name}>
        {provider.name}
      </bdi>
      {provider.isSandbox && <span className="tag buy-sandbox">{t('buy.sandbox')}</span>}
    </span>
  )
}
