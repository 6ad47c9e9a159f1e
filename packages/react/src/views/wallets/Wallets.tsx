import type { Connection } from '@latchkey/core'
import { type ChainNamespace, chainNamespaces } from '@latchkey/protocol'
import { useModalScope } from '../../context/ModalScope.tsx'
import { useConnections } from '../../hooks/useConnections.ts'
import { useReadable } from '../../store/useReadable.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { View } from '../ViewGroup.ts'
import { ConnectionItem } from './ConnectionItem.tsx'
import { RecentWallets } from './RecentWallets.tsx'

/** Every connected wallet: which one is active, and choosing, adding and disconnecting one. */
export const Wallets: View<'Wallets'> = ({ data }) => {
  const { latchkey, t } = useModalScope()
  const { connections } = useConnections()
  const { networks } = useReadable(latchkey.networks)
  const families = chainNamespaces.filter(
    (namespace) =>
      (data === undefined || data.namespace === namespace) &&
      networks.some(({ chainNamespace }) => chainNamespace === namespace),
  )
  const isMany = new Set(networks.map(({ chainNamespace }) => chainNamespace)).size > 1
  return (
    <div className="view">
      {families.map((namespace) => {
        const own = connections.filter(({ account }) => account.namespace === namespace)
        return own.length === 0 ? null : (
          <Family key={namespace} namespace={namespace} connections={own} isNamed={isMany} />
        )
      })}
      <button type="button" className="wallets-add" data-key="add" onClick={() => latchkey.modal.push('Connect', data)}>
        <span className="picture tile" data-shape="square">
          <Icon name="plus" />
        </span>
        {t('wallets.add')}
      </button>
      <RecentWallets namespace={data?.namespace} />
    </div>
  )
}

function Family({
  namespace,
  connections,
  isNamed,
}: {
  namespace: ChainNamespace
  connections: readonly Connection[]
  isNamed: boolean
}) {
  const { t } = useModalScope()
  const name = t(`family.${namespace}`)
  return (
    <section className="wallets-family" aria-label={name}>
      {isNamed && <h3 className="wallets-title">{name}</h3>}
      <ul className="list">
        {connections.map((connection) => (
          <ConnectionItem key={connection.account.connector.id} connection={connection} />
        ))}
      </ul>
    </section>
  )
}
