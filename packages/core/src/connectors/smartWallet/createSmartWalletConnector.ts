import type { Environment } from '../../environment/Environment.ts'
import type { LatchkeyConfig } from '../../LatchkeyConfig.ts'
import type { Connector } from '../Connector.ts'
import { createLazyConnector } from '../lazy/createLazyConnector.ts'
import { asksInWindow } from './asksInWindow.ts'
import type { OpenedWindow, SmartWalletLink } from './OpenedWindow.ts'

/**
 * Reaches a smart wallet that lives in a window of its own, by Base Account's public protocol. This half opens the window
 * within the click, as browsers demand, and loads everything else then. Undefined when the app configured none.
 *
 * @throws LatchkeyError from `connect`: `popup_blocked`, `user_rejected`, `wallet_busy`, `wallet_timeout`, `wallet_failed`
 */
export function createSmartWalletConnector({
  config,
  environment,
}: {
  config: LatchkeyConfig
  environment: Environment
}): Connector | undefined {
  const { smartWallet } = config.connectors ?? {}
  if (!smartWallet) return
  const open = (): OpenedWindow | undefined => {
    const page = environment.page() as Window | undefined
    const { opened } = link
    if (!page || (opened?.window && !opened.window.closed)) {
      opened?.window?.focus()
      return opened
    }
    const left = page.screenX + (page.outerWidth - 420) / 2
    const window = page.open(
      smartWallet.url,
      '_blank',
      `popup,width=420,height=700,left=${left},top=${page.screenY + 60}`,
    )
    const listen = (event: MessageEvent<unknown>) => {
      if (event.source === window) next.receive(event)
    }
    const next: OpenedWindow = {
      window,
      early: [],
      receive: (event) => next.early.push(event),
      close: () => {
        page.removeEventListener('message', listen)
        window?.close()
      },
    }
    page.addEventListener('message', listen)
    link.opened = next
    return next
  }
  const link: SmartWalletLink = { opened: undefined, isConnected: false, open }
  return createLazyConnector({
    info: {
      id: 'smartWallet',
      namespace: 'eip155',
      name: smartWallet.name ?? 'Smart wallet',
      icon: null,
      rdns: null,
      type: 'smartWallet',
    },
    prepare: (method) => {
      if (!method || (link.isConnected ? asksInWindow(method) : method === 'eth_requestAccounts')) return open()
    },
    load: async (emit) => {
      try {
        const { createSmartWallet } = await import('./createSmartWallet.ts')
        return createSmartWallet({ config, url: smartWallet.url, environment, link, emit })
      } catch (error) {
        link.opened?.close()
        throw error
      }
    },
  })
}
