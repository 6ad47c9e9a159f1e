import { LatchkeyError } from '@latchkey/protocol'
import { toHexChainId } from '../chains/eip155/toHexChainId.ts'
import type { Network } from '../chains/Network.ts'
import type { Eip1193Provider } from '../connectors/Connector.ts'
import { readChainId } from '../connectors/provider/readChainId.ts'
import { readWalletError } from '../connectors/toWalletError.ts'
import type { Environment } from '../environment/Environment.ts'

/** Milliseconds in which a wallet has to switch after it agreed. */
const arrivalTimeout = 5_000

/**
 * Switches a wallet to a network (EIP-3326). A wallet that does not know the network is asked to add it (EIP-3085). Resolves only after the
 * wallet itself reports the network.
 *
 * @throws LatchkeyError `wallet_failed` if the wallet agreed but did not switch; other errors of the wallet
 */
export async function switchWalletNetwork({
  provider,
  network,
  environment,
}: {
  provider: Eip1193Provider
  network: Network
  environment: Environment
}): Promise<void> {
  const change = () =>
    provider.request({
      method: 'wallet_switchEthereumChain',
      params: [{ chainId: toHexChainId(network.caipNetworkId) }],
    })
  try {
    await change()
  } catch (error) {
    if (!isUnknownChain(error)) throw error
    await addNetwork({ provider, network })
    // Some wallets switch when they add a network, others do not. Another request is safe for both.
    if (!(await isOn({ provider, network }))) await change()
  }
  if (await isOn({ provider, network })) return
  await arrival({ provider, network, environment })
}

/** Whether a wallet refused because it does not know the network. Wallets report that with different codes and messages. */
export function isUnknownChain(error: unknown): boolean {
  const { codes, text } = readWalletError(error)
  return (
    codes.includes(4902) ||
    /unrecognized chain|unknown chain|chain (id )?(is )?not (been )?(added|recognized|supported|found)|try adding the chain|does(n't| not) (know|have) .*chain/i.test(
      text,
    )
  )
}

async function addNetwork({ provider, network }: { provider: Eip1193Provider; network: Network }): Promise<void> {
  // A URL with a key or a project ID belongs to the operator, not into a visitor's wallet.
  const rpcUrls = network.rpcUrls.default.http.filter((url) => !/[?&][^=]*(project|key|token)[^=]*=/i.test(url))
  if (rpcUrls.length === 0)
    throw new LatchkeyError('wallet_failed', {
      message: `The wallet does not know ${network.name}; add it in the wallet first`,
      details: 'The network has no public RPC address to offer to the wallet',
    })
  const explorer = network.blockExplorers?.default.url
  await provider.request({
    method: 'wallet_addEthereumChain',
    params: [
      {
        chainId: toHexChainId(network.caipNetworkId),
        chainName: network.name,
        nativeCurrency: network.nativeCurrency,
        rpcUrls,
        ...(explorer ? { blockExplorerUrls: [explorer] } : {}),
        ...(network.imageUrl?.startsWith('https:') ? { iconUrls: [network.imageUrl] } : {}),
      },
    ],
  })
}

async function isOn({ provider, network }: { provider: Eip1193Provider; network: Network }): Promise<boolean> {
  return readChainId(await provider.request({ method: 'eth_chainId' })) === network.caipNetworkId
}

/** Waits until the wallet announces the network, because some wallets answer the request before they have switched. */
function arrival({
  provider,
  network,
  environment,
}: {
  provider: Eip1193Provider
  network: Network
  environment: Environment
}): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = (arrived: boolean) => {
      environment.clearTimeout(timer)
      provider.removeListener?.('chainChanged', onChange)
      if (arrived) resolve()
      else reject(new LatchkeyError('wallet_failed', { details: `The wallet did not switch to ${network.name}` }))
    }
    const onChange = () =>
      void isOn({ provider, network }).then(
        (on) => on && finish(true),
        () => {},
      )
    const timer = environment.setTimeout(
      () => void isOn({ provider, network }).then(finish, () => finish(false)),
      arrivalTimeout,
    )
    provider.on?.('chainChanged', onChange)
  })
}
