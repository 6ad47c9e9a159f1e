import { parseChainId } from '@latchkey/protocol'
import type { AppClient } from '@latchkey/walletconnect'
import type { Environment } from '../../environment/Environment.ts'
import { createStore, type Readable } from '../../store/Store.ts'
import { buildRequestLink } from '../../walletLinks/buildRequestLink.ts'
import { readDevice } from '../../walletLinks/readDevice.ts'
import { readDeviceSignals } from '../../walletLinks/readDeviceSignals.ts'
import { cleanText } from '../cleanClaim.ts'
import type { PairedRequest } from '../PairingClient.ts'
import type { CurrentSession } from './createPairedSession.ts'
import { readPairedRecord } from './pairedRecord.ts'

/** Milliseconds to wait for a relay before the wallet can be opened. The tap remains valid for a few seconds. */
const openTimeout = 800

/** The methods of a window that open a wallet. */
type OpeningPage = {
  readonly navigator?: { readonly userActivation?: { readonly isActive: boolean } }
  readonly open?: (href: string, target: string, features: string) => unknown
}

/** The requests that wait in the wallet. */
export type PairedRequests = Readable<readonly PairedRequest[]> & {
  /** Sends a request, and shows it as waiting. */
  follow: (options: {
    current: CurrentSession
    method: string
    /** ID with which the caller finds the answer again; random by default. */
    name?: string | undefined
    /** Called with the ID of the request, which the client uses in its events. */
    ask: (idempotencyKey: string) => Promise<unknown>
  }) => Promise<unknown>
}

/**
 * Keeps the requests that wait in the wallet. On a phone, it opens the wallet as soon as a relay has the request, while the visitor's tap
 * is still valid. A visitor who returns without an answer gets the link.
 */
export function createPairedRequests({
  client,
  environment,
}: {
  client: Pick<AppClient, 'subscribe'>
  environment: Environment
}): PairedRequests {
  const store = createStore<readonly PairedRequest[]>([])
  let requests = 0

  const describe = ({ session: { topic, peer }, chainId }: CurrentSession) => {
    const kept = readPairedRecord(environment.storage, parseChainId(chainId).namespace)
    const wallet = kept?.topic === topic ? kept.wallet : undefined
    const device = readDevice(readDeviceSignals({ page: environment.page() }))
    // A wallet outside the directory provides its own links.
    const { native = null, universal = null } = peer.redirect ?? {}
    const own = { mobile_link: native, link_mode: universal, desktop_link: null, webapp_link: null }
    const choice = wallet ? wallet.choice : device.platform === 'desktop' ? undefined : 'mobile'
    return {
      wallet: wallet ? { name: wallet.name, icon: wallet.icon } : { name: cleanText(peer.name), icon: null },
      linkTo: (requestId?: number) =>
        choice && buildRequestLink({ listing: wallet?.links ?? own, topic, requestId, choice, device }),
    }
  }
  const open = ({ link }: PairedRequest) => {
    const page = environment.page() as OpeningPage | undefined
    if (!link || !environment.isMobile() || !page?.navigator?.userActivation?.isActive) return
    page.open?.(link.href, link.target, 'noopener,noreferrer')
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    follow: async ({
      current,
      method,
      ask,
      name = `${current.session.topic}/${environment.now()}/${++requests}/${environment.random()}`,
    }) => {
      const { wallet, linkTo } = describe(current)
      let request: PairedRequest = { method, wallet, link: linkTo() }
      const replace = (next: PairedRequest) => {
        store.setState((state) => state.map((other) => (other === request ? next : other)))
        request = next
      }
      let isOpened = false
      const openOnce = () => {
        if (!isOpened) open(request)
        isOpened = true
      }
      const timer = environment.setTimeout(openOnce, openTimeout)
      const stop = client.subscribe((event) => {
        if (event.type !== 'requestSent' || event.idempotencyKey !== name) return
        replace({ ...request, link: linkTo(event.id) })
        openOnce()
      })
      store.setState((state) => [...state, request])
      try {
        return await ask(name)
      } finally {
        stop()
        environment.clearTimeout(timer)
        store.setState((state) => state.filter((other) => other !== request))
      }
    },
  }
}
