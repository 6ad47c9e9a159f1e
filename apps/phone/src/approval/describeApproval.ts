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

/** Description of an app's request: a signature, or a switch of the network. */
export type Asked =
  | { kind: 'sign'; description: Description; isMessage: boolean; isHandedBack: boolean }
  | { kind: 'switchChain'; chainId: number | undefined }
  /** Of the Solana or Bitcoin family. */
  | { kind: 'family'; description: PairedDescription }

/** Describes the request of an app. Does not throw: an unreadable request is described as such, and refused. */
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
    // The wallet's own addresses, not those that a request claims as its own.
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
      // The transaction and its dangers are the same, no matter who sends it.
      method: isHandedBack ? 'eth_sendTransaction' : method,
      params,
      chainId: chain as `eip155:${string}`,
      account: account.address as `0x${string}`,
      // The app's own claim. A relay has no better source.
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
