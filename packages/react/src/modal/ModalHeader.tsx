import type { ViewEntry, ViewName } from '@latchkey/core'
import { useReadable } from '../hooks/useReadable.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { NetworkPicture } from '../ui/NetworkPicture.tsx'
import { useListing } from '../views/connect/useListing.ts'
import { modalTitleId } from './ModalCard.tsx'
import { useModalScope } from './ModalScope.tsx'

/** What {@link ModalHeader} takes. */
export type ModalHeaderProps = {
  entry: ViewEntry | undefined
  viewKey: string | undefined
  depth: number
  embedded: boolean
}

const help: { readonly [Name in ViewName]?: 'WhatIsAWallet' | 'WhatIsANetwork' } = {
  Connect: 'WhatIsAWallet',
  Networks: 'WhatIsANetwork',
}

// What has happened cannot be walked back to.
const ends: readonly ViewName[] = ['WalletSendConfirmed', 'UnsupportedChain']

/** Back or help on the left, the title in the middle, close on the right. */
export function ModalHeader({ entry, viewKey, depth, embedded }: ModalHeaderProps) {
  const { latchkey, t } = useModalScope()
  const { modal } = latchkey
  const signing = useReadable(latchkey.send).status === 'signing'
  const name = entry?.name
  const canGoBack =
    depth > 1 && name !== undefined && !ends.includes(name) && !(signing && name === 'WalletSendPreview')
  const topic = name === undefined ? undefined : help[name]
  return (
    <header className="header">
      <div className="header-side">
        {canGoBack ? (
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
        <Title entry={entry} />
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
  const { installed } = useReadable(latchkey.wallets)
  const listing = useListing(entry?.name === 'ConnectingExternal' ? entry.data.connectorId : '')
  if (entry === undefined) return null
  if (entry.name === 'ConnectingExternal') {
    const { connectorId } = entry.data
    const wallet = installed.find(({ connectors }) => connectors.some(({ id }) => id === connectorId))
    const name = wallet?.name ?? listing?.name
    if (name !== undefined) return <span translate="no">{name}</span>
  }
  return t(`title.${entry.name}`)
}

function NetworkShortcut() {
  const { latchkey, t } = useModalScope()
  const { active } = useReadable(latchkey.networks)
  if (active === undefined) return null
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
