import { ServiceError } from '@latchkey/protocol/errors'
import { listDevices, listLoginWallets } from '@latchkey/protocol/wallet'
import type { CardStore } from '../cards/createCardStore.ts'
import { toCardFailure } from '../cards/toCardFailure.ts'
import { isOutdatedPassword } from '../wallet/createPasswordRecovery.ts'
import { walletOf } from '../wallet/walletReducer.ts'
import type { FrameServices } from './FrameServices.ts'

/** Shows how the wallet is protected, until the card is closed. Changes are made in a wallet window. */
export function createSecurityCard({
  services: servicesOf,
  cards,
}: {
  services: () => Promise<FrameServices>
  cards: CardStore
}): (signal: AbortSignal) => Promise<Record<string, never>> {
  return async (signal) => {
    const { session, wallet, store, loadWords, offlineExports } = await servicesOf()
    const [lastExport] = await (await offlineExports()).list()
    const view = walletOf(wallet.state.getState())
    if (!session.current() || !view) throw new ServiceError('no_active_account')
    const factors = () =>
      (walletOf(wallet.state.getState())?.factors ?? []).map((factor) => ({
        kind: factor.kind,
        label: ('meta' in factor ? factor.meta.label : null) ?? null,
        createdAt: factor.createdAt,
        isOutdated: wallet.state.getState().status === 'unlocked' && isOutdatedPassword(factor),
      }))
    return new Promise((resolve) => {
      const read = () => {
        Promise.all([session.request(listDevices, { signal }), session.request(listLoginWallets, { signal })]).then(
          ([{ devices }, { wallets }]) =>
            card.update({
              devices: devices.length,
              locked: wallets.map(({ address }) => address),
              failure: null,
            }),
          (error: unknown) => {
            if (!signal.aborted) card.update({ failure: toCardFailure(error) })
          },
        )
      }
      const stop = () => {
        card.close()
        stopFollowing()
        signal.removeEventListener('abort', stop)
        resolve({})
      }
      const card = cards.present<'security'>(
        {
          kind: 'security',
          email: session.current()?.email ?? null,
          provider: session.current()?.socialProvider ?? null,
          userName: session.current()?.userName ?? null,
          address: view.address,
          factors: factors(),
          devices: null,
          locked: [],
          memoryOnly: store.memoryOnly,
          offlineExportAt: lastExport?.at ?? null,
          failure: null,
        },
        {
          cancel: stop,
          readAgain: () => read(),
          // The window's page comes from the same server: if it is unreachable, show the failure here.
          openWindow: () => read(),
        },
      )
      const stopFollowing = wallet.state.subscribe(() => card.update({ factors: factors() }))
      signal.addEventListener('abort', stop)
      read()
      // The visitor may want an export, and by then the server may be unreachable.
      void loadWords().catch(() => {})
    })
  }
}
