import type { Environment } from '../../environment/Environment.ts'
import type { PairedRequest } from '../../pairing/PairingFeature.ts'
import { createStore, type Readable } from '../../store/Store.ts'
import { buildRequestLink } from '../../walletLinks/buildRequestLink.ts'
import { readDevice } from '../../walletLinks/readDevice.ts'
import { readDeviceSignals } from '../../walletLinks/readDeviceSignals.ts'
import type { Ask } from './answerPaired.ts'
import type { CurrentSession } from './createPairedSession.ts'
import { readPairedRecord } from './pairedRecord.ts'

/** The part of a window that opens a wallet. */
type OpeningPage = {
  readonly navigator?: { readonly userActivation?: { readonly isActive: boolean } }
  readonly open?: (href: string, target: string, features: string) => unknown
}

/**
 * Keeps what waits in the wallet, and on a phone opens the wallet in the tap that asked, as long as the tap counts; whoever
 * comes back without an answer has the link.
 */
export function createPairedRequests({ environment }: { environment: Environment }): Readable<
  readonly PairedRequest[]
> & {
  note: Ask
} {
  const store = createStore<readonly PairedRequest[]>([])

  const describe = ({ session: { topic, peer } }: CurrentSession, method: string): PairedRequest => {
    const kept = readPairedRecord(environment.storage)
    const wallet = kept?.topic === topic ? kept.wallet : undefined
    const device = readDevice(readDeviceSignals({ page: environment.page() }))
    // One that is in no directory says itself how it is opened.
    const { native = null, universal = null } = peer.redirect ?? {}
    const own = { mobile_link: native, link_mode: universal, desktop_link: null, webapp_link: null }
    const choice = wallet ? wallet.choice : device.platform === 'desktop' ? undefined : 'mobile'
    const link = choice && buildRequestLink({ listing: wallet?.links ?? own, topic, choice, device })
    return { method, wallet: wallet ? { name: wallet.name, icon: wallet.icon } : { name: peer.name, icon: null }, link }
  }
  const open = ({ link }: PairedRequest) => {
    const page = environment.page() as OpeningPage | undefined
    if (!link || !environment.isMobile() || !page?.navigator?.userActivation?.isActive) return
    page.open?.(link.href, link.target, 'noopener,noreferrer')
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    note: async ({ current, method, answer }) => {
      const request = describe(current, method)
      store.setState((state) => [...state, request])
      open(request)
      try {
        return await answer
      } finally {
        store.setState((state) => state.filter((other) => other !== request))
      }
    },
  }
}
