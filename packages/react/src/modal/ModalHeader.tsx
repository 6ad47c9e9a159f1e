import type { ViewEntry, ViewName } from '@latchkey/core'
import { shortenText } from '@latchkey/protocol'
import { useModalScope } from '../context/ModalScope.tsx'
import { useReadable } from '../store/useReadable.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { NetworkPicture } from '../ui/NetworkPicture.tsx'
import { findWallet } from '../views/connect/findWallet.ts'
import { canGoBack, isSwapping } from './canGoBack.ts'

/** ID of the title that names the dialog; unique inside the shadow root. */
export const modalTitleId = 'latchkey-title'

export type ModalHeaderProps = {
  entry: ViewEntry | undefined
  viewKey: string | undefined
  embedded: boolean
}

const help: { readonly [Name in ViewName]?: 'WhatIsAWallet' | 'WhatIsANetwork' | 'WhatIsABuy' } = {
  Connect: 'WhatIsAWallet',
  Networks: 'WhatIsANetwork',
  OnRampProviders: 'WhatIsABuy',
}

/** Back or help on the left, the title in the middle, close on the right. */
export function ModalHeader({ entry, viewKey, embedded }: ModalHeaderProps) {
  const { latchkey, t } = useModalScope()
  const { modal, swap } = latchkey
  useReadable(latchkey.send)
  useReadable(swap)
  useReadable(latchkey.signIn)
  const name = entry?.name
  const topic = name === undefined ? undefined : help[name]
  return (
    <header className="header">
      <div className="header-side">
        {canGoBack(latchkey) ? (
          <IconButton icon="back" label={t('header.back')} mirrored onClick={() => modal.goBack()} />
        ) : name === 'Account' ? (
          <NetworkShortcut />
        ) : (
          topic !== undefined && (
            <IconButton icon="help" label={t(`title.${topic}`)} onClick={() => modal.push(topic)} />
          )
        )}
      </div>
      <h2 id={modalTitleId} className="title" key={viewKey} tabIndex={-1}>
        <Title entry={isSwapping(swap) && name === 'SwapPreview' ? { name: 'Swap', data: undefined } : entry} />
      </h2>
      <div className="header-side" data-end>
        {!(embedded && (name === 'Connect' || name === 'Account')) && (
          <IconButton icon="close" label={t('header.close')} onClick={() => modal.close()} />
        )}
      </div>
    </header>
  )
}

function Title({ entry }: { entry: ViewEntry | undefined }) {
  const { latchkey, t } = useModalScope()
  const { wallets } = latchkey
  useReadable(wallets)
  if (entry === undefined) return null
  if ((entry.name === 'Connect' || entry.name === 'AllWallets') && entry.data)
    return t(`connect.family.${entry.data.namespace}`)
  const wallet =
    entry.name === 'ConnectingExternal'
      ? findWallet({ wallets, connectorId: entry.data.connectorId })
      : entry.name === 'ConnectingWalletConnect'
        ? wallets.find(entry.data)
        : undefined
  return wallet === undefined ? (
    t(`title.${entry.name}`)
  ) : (
    <span translate="no" title={wallet.name}>
      {shortenText(wallet.name)}
    </span>
  )
}

function NetworkShortcut() {
  const { latchkey, t } = useModalScope()
  const { active } = useReadable(latchkey.networks)
  if (active === undefined || latchkey.config.enableNetworkSwitch === false) return null
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={t('button.network', { network: active.name })}
      onClick={() => latchkey.modal.push('Networks')}
    >
      <NetworkPicture network={active} size="small" />
    </button>
  )
}
