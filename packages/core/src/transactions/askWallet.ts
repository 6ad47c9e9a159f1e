import type { ChainId } from '@latchkey/protocol'
import { LatchkeyError } from '@latchkey/protocol'
import { toHexChainId } from '../chains/eip155/toHexChainId.ts'
import type { Eip1193Provider } from '../connectors/Connector.ts'
import { readWalletError } from '../connectors/toWalletError.ts'
import { isHash } from './isHash.ts'
import { readSubmitError } from './readSubmitError.ts'
import type { TransactionCall } from './TransactionsFeature.ts'

/** Messages of wallets and nodes that reject legacy transactions or a `gasPrice`. */
const refusesLegacy =
  /(transaction )?type (is )?(not supported|unsupported)|(unsupported|invalid|unknown) (transaction )?type|legacy (transaction|type)s?\b.*(not (supported|allowed)|unsupported)|gasPrice.*(not (supported|allowed)|unsupported|unexpected|unrecogni[sz]ed)|only eip-?1559/i

/**
 * Asks a wallet to sign and send a legacy transaction. If the wallet or the network explicitly rejects that type, it asks again and lets
 * the wallet choose the type (EIP-1559). It never asks again after an ambiguous error.
 *
 * @param options.nonce the nonce to use; if omitted, the wallet chooses
 * @param options.requestId ID of the request for the client of a paired wallet
 * @returns the hash
 * @throws the error of the wallet; LatchkeyError `wallet_failed` if the answer is not a hash
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

/** Returns the ID of the second attempt. */
export function secondRequestId(requestId: string): string {
  return `${requestId}/2`
}

/** Whether only the transaction type was rejected, so that nothing was sent. */
function isLegacyRefused(error: unknown): boolean {
  const { code, moneyMoved } = readSubmitError(error)
  return code === 'send_failed' && moneyMoved === 'no' && refusesLegacy.test(readWalletError(error).text)
}

function toHexadecimal(value: bigint): string {
  return `0x${value.toString(16)}`
}
