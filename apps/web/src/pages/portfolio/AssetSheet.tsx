import { parseAccountId } from '@latchkey/protocol'
import type { Balance } from '@latchkey/protocol/api'
import { useNetwork } from '@latchkey/react'
import { NetworkName } from '../../account/NetworkName.tsx'
import { useWalletActions } from '../../account/useWalletActions.ts'
import { cleanLabel } from '../../format/cleanLabel.ts'
import { useLanguage } from '../../language/LanguageContext.ts'
import { useSite } from '../../site/SiteContext.ts'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { DetailList } from '../../ui/DetailList.tsx'
import { ExplorerLink } from '../../ui/ExplorerLink.tsx'
import { FullAddress } from '../../ui/FullAddress.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { TokenIcon } from '../../ui/TokenIcon.tsx'
import styles from './AssetSheet.module.css'

/** All details of one asset of the portfolio. */
export function AssetSheet({ balance, onClose }: { balance: Balance; onClose: () => void }) {
  const { text, format } = useLanguage()
  const { networks } = useSite()
  const actions = useWalletActions()
  const { active } = useNetwork()
  const name = cleanLabel(balance.name)
  const symbol = cleanLabel(balance.symbol, { limit: 12 })
  const contract = balance.address ? parseAccountId(balance.address).address : undefined
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === balance.chainId)
  const explorer = network?.blockExplorers?.default
  // The wallet's dialog opens. Two dialogs at once would compete for the focus.
  const leaveTo = (action: () => void) => () => {
    onClose()
    action()
  }
  return (
    <Sheet open title={name} onClose={onClose}>
      <div className={styles.lead}>
        <TokenIcon symbol={symbol} iconUrl={balance.iconUrl} address={balance.address} size={56} />
        <p className={styles.amount} data-long={balance.quantity.numeric.length > 14}>
          <bdi dir="ltr">
            {format.exactQuantity(balance.quantity.numeric)} <bdi>{symbol}</bdi>
          </bdi>
        </p>
        <p className={styles.value}>{balance.value === null ? text.asset.unknownPrice : format.money(balance.value)}</p>
      </div>
      <div className={styles.actions}>
        <Button icon="receive" onClick={leaveTo(() => actions.receive({ chainId: balance.chainId }))}>
          {text.asset.receive}
        </Button>
        <Button
          kind="primary"
          icon="send"
          onClick={leaveTo(() => actions.send({ chainId: balance.chainId, asset: balance.address }))}
        >
          {text.asset.send}
        </Button>
      </div>
      {network && active?.caipNetworkId !== balance.chainId && (
        <p className={styles.switchHint}>{text.asset.switchHint(network.name)}</p>
      )}
      <DetailList
        rows={[
          { name: text.asset.price, value: format.price(balance.price) },
          { name: text.asset.value, value: format.money(balance.value) },
          { name: text.asset.network, value: <NetworkName chainId={balance.chainId} /> },
          contract
            ? {
                name: text.asset.contract,
                value: <FullAddress address={contract} />,
                action: <CopyButton value={contract} what={text.contract.copy} />,
                wide: true,
              }
            : { name: text.asset.contract, value: text.asset.native },
        ]}
      />
      <ExplorerLink explorer={explorer} path={contract && `token/${contract}`} />
    </Sheet>
  )
}
