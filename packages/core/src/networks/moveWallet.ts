import { LatchkeyError } from '@latchkey/protocol'
import type { Network } from '../chains/Network.ts'
import type { Connector, Eip1193Provider } from '../connectors/Connector.ts'
import { toWalletError } from '../connectors/toWalletError.ts'
import { waitForWallet } from '../connectors/waitForWallet.ts'
import type { Environment } from '../environment/Environment.ts'
import { switchWalletNetwork } from './switchWalletNetwork.ts'

/** Milliseconds in which the visitor has to answer a network switch. */
export const switchTimeout = 180_000

/**
 * Switches a wallet of any family to a network.
 *
 * @throws LatchkeyError `wallet_disconnected`, `wallet_timeout`, and the errors of the wallet
 */
export async function moveWallet({
  connector,
  network,
  environment,
}: {
  connector: Connector | undefined
  network: Network
  environment: Environment
}): Promise<void> {
  const move = async () => {
    if (!connector) throw new LatchkeyError('wallet_disconnected')
    if (connector.switchNetwork) return connector.switchNetwork({ network })
    // Only EIP-1193 wallets have no `switchNetwork`.
    await switchWalletNetwork({ provider: connector.getProvider() as Eip1193Provider, network, environment })
  }
  try {
    await waitForWallet({ environment, answer: move(), milliseconds: switchTimeout })
  } catch (cause) {
    throw toWalletError(cause)
  }
}
