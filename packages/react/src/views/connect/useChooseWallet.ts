import type { ConnectorInfo, Latchkey, WalletEntry } from '@latchkey/core'
import type { ChainNamespace } from '@latchkey/protocol'
import { useCallback } from 'react'
import { useModalScope } from '../../context/ModalScope.tsx'
import type { Consent } from './useConsent.ts'

/**
 * What a click on a wallet does: asks the one that is installed, within the click; else shows the ways to reach it.
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
  return useCallback(
    (listed) => {
      if (!ask()) return
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
    },
    [latchkey, ask, namespace],
  )
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
