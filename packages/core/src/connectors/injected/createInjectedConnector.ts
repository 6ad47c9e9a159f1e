import { isEvmAddress, LatchkeyError } from '@latchkey/protocol'
import type { Connector, ConnectorEvent, ConnectorInfo, Eip1193Provider, WalletAccount } from '../Connector.ts'
import { findChainId } from '../provider/findChainId.ts'
import { readChainId } from '../provider/readChainId.ts'
import { readWalletError, toWalletError } from '../toWalletError.ts'

/**
 * Creates the connector of an injected wallet, with its EIP-1193 provider.
 *
 * @throws LatchkeyError from `connect`: `user_rejected`, `wallet_busy`, `wallet_failed`
 */
export function createInjectedConnector({
  info,
  provider,
}: {
  info: ConnectorInfo
  provider: Eip1193Provider
}): Connector {
  // Unchanged until the checksum code is loaded, which happens while the wallet asks the visitor.
  let checksum = (address: string): string => address
  const loadChecksum = () =>
    import('../../chains/eip155/checksumAddress.ts').then(
      (chunk) => {
        checksum = chunk.checksumAddress
      },
      () => {},
    )

  const readAccounts = (answer: unknown): readonly WalletAccount[] => {
    const addresses = Array.isArray(answer) ? answer.filter(isEvmAddress) : []
    const unique = new Set(addresses.map((address) => checksum(address)))
    return [...unique].map((address) => ({ namespace: 'eip155', address, type: 'eoa' }))
  }

  return {
    info,
    connect: async ({ silent }) => {
      const loading = loadChecksum()
      try {
        const answer = await provider.request({ method: silent ? 'eth_accounts' : 'eth_requestAccounts' })
        await loading
        const [first, ...others] = readAccounts(answer)
        if (first === undefined) {
          if (silent) return undefined
          throw new LatchkeyError('wallet_failed', { details: 'The wallet shared no account' })
        }
        return {
          accounts: [first, ...others],
          chainId: readChainId(await provider.request({ method: 'eth_chainId' })),
        }
      } catch (error) {
        throw toWalletError(error)
      }
    },
    disconnect: async () => {
      try {
        // MIP-2. Wallets without support answer with an error, which is ignored.
        await provider.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
      } catch {}
    },
    getProvider: () => provider,
    subscribe: (listener) => {
      const listen = <Value>(event: string, toEvent: (value: Value) => ConnectorEvent | undefined) => {
        const handler = (value: Value) => {
          const next = toEvent(value)
          if (next) listener(next)
        }
        provider.on?.(event, handler)
        return () => provider.removeListener?.(event, handler)
      }
      const stops = [
        listen('accountsChanged', (accounts) => ({ type: 'accountsChanged', accounts: readAccounts(accounts) })),
        listen('chainChanged', (value) => {
          const chainId = findChainId(value)
          return chainId && { type: 'chainChanged', chainId }
        }),
        // 1013: the wallet lost its node and will reconnect; the accounts are still shared.
        listen('disconnect', (error) =>
          readWalletError(error).codes.includes(1013) ? undefined : { type: 'disconnected' },
        ),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
