import { LatchkeyError } from '@latchkey/protocol'
import type { Environment } from '../../environment/Environment.ts'
import type { LatchkeyConfig } from '../../LatchkeyConfig.ts'
import type { Connector, Eip1193Provider } from '../Connector.ts'
import type { SmartWallet } from './createSmartWallet.ts'
import { type OpenedWindow, openWindow } from './openWindow.ts'

/**
 * Creates the connector of a smart wallet in a separate window, with Base Account's public protocol. This part opens the window within the
 * click, as browsers require, and then loads the rest. Returns undefined if the app has not configured one.
 *
 * @throws LatchkeyError from `connect`: `popup_blocked`, `user_rejected`, `wallet_busy`, `wallet_timeout`, `wallet_failed`,
 *   `network_request_failed`
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
  const { url, name = 'Smart wallet' } = smartWallet
  let wallet: SmartWallet | undefined
  const load = async (opened?: OpenedWindow) => {
    try {
      const { createSmartWallet } = await import('./createSmartWallet.ts')
      wallet ??= createSmartWallet({ config, url, environment })
      return wallet
    } catch (cause) {
      opened?.stop()
      opened?.window?.close()
      throw new LatchkeyError('network_request_failed', { cause })
    }
  }
  const provider: Eip1193Provider = { request: async (args) => (await load()).provider.request(args) }
  return {
    info: { id: 'smartWallet', namespace: 'eip155', name, icon: null, rdns: null, type: 'smartWallet' },
    connect: async (options) => {
      const page = environment.page() as Window | undefined
      const opened = options.silent || !page || wallet?.focus() ? undefined : openWindow({ page, url })
      return (await load(opened)).connect({ ...options, opened })
    },
    disconnect: async () => (await load()).disconnect(),
    getProvider: () => wallet?.provider ?? provider,
    subscribe: (listener) => wallet?.subscribe(listener) ?? (() => {}),
  }
}
