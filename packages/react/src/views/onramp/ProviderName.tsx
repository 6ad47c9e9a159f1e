import type { OnrampProviderInfo } from '@latchkey/protocol/api'
import { useModalScope } from '../../context/ModalScope.tsx'

export type ProviderNameProps = { provider: OnrampProviderInfo }

/** The provider, with a mark if its payments are not real money. */
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
