import { type Description, describeRequest } from '@latchkey/clear-signing'
import {
  describePairedRequest,
  type PairedApproval,
  type PairedDescription,
  type PairedWalletState,
} from '@latchkey/testkit'
import { createChainReader } from '../chain/createChainReader.ts'
import type { PhoneConfig } from '../config/PhoneConfig.ts'
import { readPeer } from '../wallet/readPeer.ts'

/** A request of a connected app. */
export type AppRequest = PairedApproval & { kind: 'request' }

/** What an app asks, ready to be shown: something to sign, or another network to go to. */
export type Asked =
  | { kind: 'sign'; description: Description; isMessage: boolean; isHandedBack: boolean }
  | { kind: 'switchChain'; chainId: number | undefined }
  /** Of the Solana or the Bitcoin family. */
  | { kind: 'family'; description: PairedDescription }

/** Works out what an app asks. Never throws: what cannot be read is a description that says so and is refused. */
export async function describeApproval({
  approval: { method, params, chain, network, account, peer },
  config,
  accounts,
  fetch,
}: {
  approval: AppRequest
  config: Pick<PhoneConfig, 'tokens' | 'families'>
  accounts: PairedWalletState['accounts']
  fetch?: typeof globalThis.fetch
}): Promise<Asked> {
  if (account.family !== 'eip155') {
    const { address } = account
    // What a request names as its own is not believed: the wallet's addresses are.
    const own = [address, ...accounts.filter(({ index }) => index === account.index).map((one) => one.address)]
    const symbols = config.families.solana?.tokens ?? {}
    const nameToken = (mint: string) => (Object.hasOwn(symbols, mint) ? symbols[mint] : undefined)
    return { kind: 'family', description: describePairedRequest({ method, params, chain, own, nameToken }) }
  }
  if (method === 'wallet_switchEthereumChain' || method === 'wallet_addEthereumChain') {
    const { chainId } = (params[0] ?? {}) as { chainId?: unknown }
    const isHex = typeof chainId === 'string' && /^0x[0-9a-f]+$/i.test(chainId)
    return { kind: 'switchChain', chainId: isHex ? Number(chainId) : undefined }
  }
  const read = network
    ? createChainReader({ rpcUrl: network.rpcUrl, ...(fetch ? { fetch } : {}) })
    : () => Promise.reject(new Error('The phone does not have this network'))
  const isHandedBack = method === 'eth_signTransaction'
  const symbol = network?.nativeSymbol ?? 'ETH'
  const description = await describeRequest({
    request: {
      // The same transaction, and the same dangers, whoever sends it in the end.
      method: isHandedBack ? 'eth_sendTransaction' : method,
      params,
      chainId: chain as `eip155:${string}`,
      account: account.address as `0x${string}`,
      // The app's own word: over a relay there is no better one.
      origin: readPeer(peer).origin ?? 'null',
    },
    read,
    network: {
      name: network?.name ?? chain,
      nativeCurrency: { name: symbol, symbol, decimals: 18 },
      testnet: true,
    },
    knownAddresses: accounts
      .filter(({ family }) => family === 'eip155')
      .map(({ address, name }) => ({ address: address as `0x${string}`, name, kind: 'own' })),
    tokens: config.tokens.filter(({ chainId }) => chain === `eip155:${chainId}`),
    now: Date.now,
  })
  return {
    kind: 'sign',
    description,
    isHandedBack,
    isMessage: ['personal_sign', 'eth_signTypedData_v4'].includes(method),
  }
}
