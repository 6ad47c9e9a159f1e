import type { ChainId } from '@latchkey/protocol'
import { LatchkeyError } from '@latchkey/protocol'
import { toHexChainId } from '../chains/eip155/toHexChainId.ts'
import type { Eip1193Provider } from '../connectors/Connector.ts'
import { readWalletError } from '../connectors/toWalletError.ts'
import { isHash } from './isHash.ts'
import { readHandOverError } from './readHandOverError.ts'
import type { TransactionCall } from './TransactionsFeature.ts'

/** What a wallet or its node says that takes no transactions of the legacy type, or no price in this form. */
const refusesLegacy =
  /(transaction )?type (is )?(not supported|unsupported)|(unsupported|invalid|unknown) (transaction )?type|legacy (transaction|type)s?\b.*(not (supported|allowed)|unsupported)|gasPrice.*(not (supported|allowed)|unsupported|unexpected|unrecogni[sz]ed)|only eip-?1559/i

/**
 * Asks a wallet to sign and send a transaction: of the legacy type, and where the wallet or the network refuses that in so many words
 * once more in the type that the wallet chooses (EIP-1559). A refusal that leaves open whether something was sent is never asked twice.
 *
 * @param options.nonce the number to use; the wallet's own choice when left out
 * @param options.requestId names the question to a paired wallet's client
 * @returns the hash
 * @throws what the wallet answers; LatchkeyError `wallet_failed` when that is no hash
 */
export async function askWallet({
  provider,
  chainId,
  from,
  call: { to, value, data, gas, gasPrice },
  nonce,
  requestId,
}: {
  provider: Eip1193Provider
  chainId: ChainId
  from: string
  call: TransactionCall
  nonce?: number | undefined
  requestId?: string | undefined
}): Promise<string> {
  const transaction = {
    from,
    to,
    value: toHexadecimal(value),
    data,
    gas: toHexadecimal(gas),
    chainId: toHexChainId(chainId),
    ...(nonce === undefined ? {} : { nonce: toHexadecimal(BigInt(nonce)) }),
  }
  const ask = (params: object, name: string | undefined) =>
    provider.request({
      method: 'eth_sendTransaction',
      params: [params],
      ...(name === undefined ? {} : { requestId: name }),
    })
  const legacy = { ...transaction, gasPrice: toHexadecimal(gasPrice), type: '0x0' }
  const hash = await ask(legacy, requestId).catch((error: unknown) => {
    if (!isLegacyRefused(error)) throw error
    return ask(transaction, requestId && secondRequestId(requestId))
  })
  if (!isHash(hash))
    throw new LatchkeyError('wallet_failed', { details: 'The wallet answered without a transaction hash' })
  return hash
}

/** The name of the question in its second form. */
export function secondRequestId(requestId: string): string {
  return `${requestId}/2`
}

/** Whether the transaction was refused for its type alone, so that nothing was sent. */
function isLegacyRefused(error: unknown): boolean {
  const { code, moneyMoved } = readHandOverError(error)
  return code === 'send_failed' && moneyMoved === 'no' && refusesLegacy.test(readWalletError(error).text)
}

function toHexadecimal(value: bigint): string {
  return `0x${value.toString(16)}`
}
