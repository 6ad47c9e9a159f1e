import type { ConnectorInfo, Latchkey, WalletEntry } from '@latchkey/core'
import type { ChainNamespace } from '@latchkey/protocol'
import { useCallback, useRef } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import type { Consent } from './useConsent.ts'

/** How long a click waits for wallets of other families to be listed, in milliseconds: a click still counts as one then. */
const patience = 2_000

/**
 * What a click on a wallet does: asks the one that is installed, within the click; else shows the ways to reach it. A click
 * that comes before the wallets of every family are listed waits for them: the wallet may speak more than one.
 *
 * @param options.namespace only this family's connectors
 */
export function useChooseWallet({
  consent: { ask },
  namespace,
}: {
  consent: Pick<Consent, 'ask'>
  namespace?: ChainNamespace | undefined
}): (wallet: WalletEntry) => void {
  const { latchkey } = useModalScope()
  const isWaiting = useRef(false)
  return useCallback(
    (listed) => {
      if (!ask() || isWaiting.current) return
      const { modal, wallets } = latchkey
      const open = () => openWallet({ latchkey, listed, namespace })
      const looking = wallets.looking()
      if (!looking) return open()
      isWaiting.current = true
      void Promise.race([looking, new Promise((resolve) => setTimeout(resolve, patience))]).then(() => {
        isWaiting.current = false
        if (modal.getState().open) open()
      })
    },
    [latchkey, ask, namespace],
  )
}

/** Shows the way to a wallet, or asks it. */
function openWallet({
  latchkey,
  listed,
  namespace,
}: {
  latchkey: Latchkey
  listed: WalletEntry
  namespace: ChainNamespace | undefined
}): void {
  const { modal, wallets, pairing, telemetry } = latchkey
  // It may have been installed since the list was read.
  const wallet = wallets.find({ walletId: listed.id }) ?? listed
  const family = namespace ? { namespace } : {}
  const [connector, ...others] = wallet.connectors.filter((one) => !namespace || one.namespace === namespace)
  if (others.length > 0) modal.push('ConnectingMultiChain', { walletId: wallet.id })
  else if (connector) connectInClick({ latchkey, connector })
  else if (
    (pairing.isAvailable && !pairing.canReach({ wallet })) ||
    wallets.choicesOf({ wallet, ...family }).some(({ type }) => type !== 'install')
  )
    modal.push('ConnectingWalletConnect', { walletId: wallet.id, ...family })
  else {
    // Nobody is asked who could tell; every other choice is known by the wallet that is asked, or by its view.
    telemetry.track({ name: 'walletChosen', wallet: wallet.id, way: 'install' })
    modal.push('ConnectingExternal', { connectorId: wallet.id })
  }
}

/** Asks a wallet inside the click, so that it may open a window; the view shows how the request fares. */
export function connectInClick({
  latchkey: { connection, modal },
  connector: { id },
}: {
  latchkey: Pick<Latchkey, 'connection' | 'modal'>
  connector: ConnectorInfo
}): void {
  connection.connect({ connectorId: id }).catch(() => {
    // The failure is in the connection's state, which the view shows.
  })
  // A wallet that knows the site answers before the next task: then there is nothing to wait for, and nothing to show.
  setTimeout(() => {
    const { asking, failure } = connection.getState()
    if ((asking?.id === id || failure?.connectorId === id) && modal.getState().open)
      modal.push('ConnectingExternal', { connectorId: id })
  })
}
