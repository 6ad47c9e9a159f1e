import type { Latchkey } from '@latchkey/core'
import { createProvider } from './createProvider.ts'
import { toRpcError } from './toRpcError.ts'
import type { Address, WagmiAccounts, WagmiConnectorFn } from './WagmiConnector.ts'

/** Milliseconds until the connector announces a wallet to wagmi again that wagmi did not accept. */
const again = 500

export type LatchkeyConnectorParameters = {
  /** The kit that the app made. */
  latchkey: Latchkey
  /** Uses only this wallet, and asks it without the modal. */
  connectorId?: string
  /** Name of the connector in wagmi. Default `Latchkey`. */
  name?: string
  /** A `data:` URI or a URL on the app's origin. */
  icon?: string
}

/**
 * Creates a connector of wagmi 2 and 3 for the kit. Connecting opens the modal, and a connection or disconnection on one side applies to
 * both. wagmi sees the kit's active EVM wallet. Errors have EIP-1193 codes.
 *
 * @example
 * const wagmiConfig = createConfig({
 *   chains: [mainnet],
 *   connectors: [latchkey({ latchkey: kit })],
 *   multiInjectedProviderDiscovery: false,
 *   transports: { [mainnet.id]: http() },
 * })
 */
export function latchkey({
  latchkey: kit,
  connectorId,
  name = 'Latchkey',
  icon,
}: LatchkeyConnectorParameters): WagmiConnectorFn {
  return ({ chains, emitter }) => {
    /** The last state that wagmi received. */
    let told: WagmiAccounts | undefined
    /** Open calls of wagmi. Their answers contain the result, so no event is needed. */
    let calls = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const { provider, tell } = createProvider({
      request: async (args) => {
        const active = read() && kit.connection.getProvider('eip155')
        if (!active) throw refusal('wallet_disconnected', 'The wallet is not connected')
        return active.request(args)
      },
    })

    /** Returns the active account if wagmi can use it. */
    const read = (): WagmiAccounts | undefined => {
      const { connections, status } = kit.connection.getState()
      // The previously active wallet may still be reconnecting. Until then report no account.
      if (status === 'reconnecting') return undefined
      const found = connections.find(({ active, account }) => active && account.namespace === 'eip155')?.account
      if (!found || (connectorId !== undefined && found.connector.id !== connectorId)) return undefined
      const addresses = new Set([found.address, ...found.allAccounts.map(({ address }) => address)])
      return { accounts: [...addresses] as Address[], chainId: Number(found.chainId.split(':')[1]) }
    }

    const note = ({ quiet }: { quiet: boolean }) => {
      const before = told
      const now = read()
      told = now
      clearTimeout(timer)
      const isSame = String(before?.accounts) === String(now?.accounts)
      const isSameChain = before?.chainId === now?.chainId
      if (isSame && isSameChain) return
      if (now && !before) {
        tell('connect', { chainId: toHex(now.chainId) })
        if (!quiet) introduce(now)
      } else if (!now) {
        tell('disconnect', refusal('wallet_disconnected', 'The wallet is not connected'))
        if (!quiet) emitter.emit('disconnect')
      } else if (!quiet)
        emitter.emit('change', {
          ...(isSame ? {} : { accounts: now.accounts }),
          ...(isSameChain ? {} : { chainId: now.chainId }),
        })
      if (!isSame) tell('accountsChanged', now?.accounts ?? [])
      if (now && !isSameChain) tell('chainChanged', toHex(now.chainId))
    }
    /** Announces a wallet to wagmi, repeatedly: wagmi ignores wallets that connect while it connects another. */
    const introduce = (accounts: WagmiAccounts) => {
      emitter.emit('connect', accounts)
      if (emitter.listenerCount('change') === 0)
        timer = setTimeout(() => {
          if (told && calls === 0 && emitter.listenerCount('change') === 0) introduce(told)
        }, again)
    }
    const follow = () => {
      if (calls === 0) note({ quiet: false })
    }
    /** Runs a call of wagmi, which takes the result from the answer. */
    const answer = async <T>(call: () => Promise<T>): Promise<T> => {
      calls++
      let quiet = false
      try {
        const value = await call()
        quiet = true
        return value
      } catch (error) {
        throw toRpcError(error)
      } finally {
        calls--
        note({ quiet })
      }
    }

    const ask = async (chainId: number | undefined) => {
      if (connectorId !== undefined) {
        await kit.connection.connect({ connectorId, ...(chainId ? { chainId: `eip155:${chainId}` } : {}) })
        return
      }
      let stop = () => {}
      const connected = new Promise<void>((resolve) => {
        stop = kit.connection.subscribe(() => {
          if (read()) resolve()
        })
      })
      const { basic } = kit.config
      // Resolves when the modal closes, with or without a wallet.
      const closed = kit.modal.open(basic ? {} : { view: 'Connect', data: { namespace: 'eip155' } })
      await Promise.race([connected, closed]).finally(stop)
    }
    const restored = () =>
      new Promise<void>((resolve) => {
        const isOver = () => kit.connection.getState().status !== 'reconnecting'
        if (isOver()) return resolve()
        const stop = kit.connection.subscribe(() => {
          if (!isOver()) return
          stop()
          resolve()
        })
      })
    const switchTo = async (chainId: number) => {
      const chain = chains.find(({ id }) => id === chainId)
      if (!chain) throw refusal('network_not_found', 'The network is not in wagmi’s configuration')
      await kit.networks.switchNetwork({ chainId: `eip155:${chainId}` })
      return chain
    }

    return {
      id: connectorId ? `latchkey:${connectorId}` : 'latchkey',
      name,
      type: 'latchkey',
      icon,
      // The embedded wallet announces itself to the page. With its rdns, wagmi does not list it a second time.
      rdns: 'dev.latchkey.wallet',
      setup: async () => {
        kit.connection.subscribe(follow)
      },
      connect: ({ chainId, isReconnecting, withCapabilities } = {}) =>
        answer(async () => {
          if (!read() && !isReconnecting) await ask(chainId)
          const found = read()
          if (!found) throw refusal('user_rejected', 'The request was declined')
          if (chainId && found.chainId !== chainId)
            await switchTo(chainId).catch((error: { code?: unknown }) => {
              // The wallet stays on its network. Only a refusal by the visitor ends the connection.
              if (error.code === 'user_rejected') throw error
            })
          const { accounts, chainId: chain } = read() ?? found
          const capable = accounts.map((address) => ({ address, capabilities: {} }))
          return { accounts: (withCapabilities ? capable : accounts) as never, chainId: chain }
        }),
      disconnect: () =>
        answer(async () => {
          await kit.connection.disconnect(connectorId ? { connectorId } : { namespace: 'eip155' }).catch((error) => {
            // The kit has disconnected a wallet even if it did not revoke its permission.
            if (read()) throw error
          })
        }),
      getAccounts: async () => read()?.accounts ?? [],
      getChainId: async () => read()?.chainId ?? chains[0].id,
      getProvider: async () => provider,
      isAuthorized: async () => {
        if (!read()) {
          // Silent. Does nothing if the kit's provider has already started it.
          await kit.connection.reconnect()
          await restored()
        }
        return read() !== undefined
      },
      switchChain: ({ chainId }) =>
        switchTo(chainId).catch((error) => {
          throw toRpcError(error)
        }),
      // wagmi has these for connectors that need them to listen. This one listens to the kit.
      onAccountsChanged: () => {},
      onChainChanged: () => {},
      onDisconnect: () => {},
    }
  }
}

const toHex = (chainId: number) => `0x${chainId.toString(16)}`

const refusal = (code: 'user_rejected' | 'wallet_disconnected' | 'network_not_found', message: string) =>
  toRpcError(Object.assign(new Error(message), { code }))
