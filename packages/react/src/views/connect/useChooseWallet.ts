import type { ConnectorInfo, Latchkey, WalletEntry } from '@latchkey/core'
import type { ChainNamespace } from '@latchkey/protocol'
import { useCallback, useRef } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import type { Consent } from './useConsent.ts'

/** How long a click waits for the wallets of other families, in milliseconds. After that, a browser may no longer count it as a click. */
const patience = 2_000

/**
 * Returns the handler of a click on a wallet. It asks an installed wallet within the click, and shows the ways to reach any other. A click
 * that comes before the wallets of every family are listed waits for them, because the wallet may support more than one.
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

/** Asks the wallet, or opens the view that explains how to reach it. */
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
  // The visitor may have installed it since the list was read.
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
    // No wallet is asked here, so this is the only place that can track the choice. The connection or its view tracks every other choice.
    telemetry.track({ name: 'walletChosen', wallet: wallet.id, way: 'install' })
    modal.push('ConnectingExternal', { connectorId: wallet.id })
  }
}

/** Asks a wallet within the click, so that it may open a window. The view shows the state of the request. */
export function connectInClick({
  latchkey: { connection, modal },
  connector: { id },
}: {
  latchkey: Pick<Latchkey, 'connection' | 'modal'>
  connector: ConnectorInfo
}): void {
  connection.connect({ connectorId: id }).catch(() => {
    // The view shows the failure from the connection's state.
  })
  // A wallet that knows the site answers before the next task. Then the waiting view is not needed.
  setTimeout(() => {
    const { asking, failure } = connection.getState()
    if ((asking?.id === id || failure?.connectorId === id) && modal.getState().open)
      modal.push('ConnectingExternal', { connectorId: id })
  })
}
