import { useReadable } from '../../hooks/useReadable.ts'
import { useModalScope } from '../../modal/ModalScope.tsx'
import { List } from '../../ui/List.tsx'
import { Row } from '../../ui/Row.tsx'
import { WalletPicture } from '../../ui/WalletPicture.tsx'
import type { View } from '../ViewGroup.ts'

/** Asks which family a wallet of several families shall connect in. */
export const ConnectingMultiChain: View<'ConnectingMultiChain'> = ({ data: { walletId } }) => {
  const { latchkey, t } = useModalScope()
  useReadable(latchkey.wallets)
  const wallet = latchkey.wallets.find({ walletId })
  return (
    <div className="view">
      <List label={t('title.ConnectingMultiChain')}>
        {wallet?.connectors.map(({ id, namespace, icon, name }) => (
          <Row
            key={id}
            id={id}
            picture={<WalletPicture name={name} icon={icon} />}
            title={t(`family.${namespace}`)}
            onClick={() => latchkey.modal.push('ConnectingExternal', { connectorId: id })}
          />
        ))}
      </List>
    </div>
  )
}
