import { type ChainId, isEvmAddress, LatchkeyError } from '@latchkey/protocol'
import { checksumAddress } from '../../chains/eip155/checksumAddress.ts'
import { isRecord } from '../isRecord.ts'
import { readChainId } from '../provider/readChainId.ts'

/** The Safe around this page. */
export type SafeInfo = { address: string; chainId: ChainId; origin: string }

/** Reads address and network of a Safe. @throws LatchkeyError `wallet_failed` */
export function readSafeInfo({ data, origin }: { data: unknown; origin: string }): SafeInfo {
  const { safeAddress, chainId } = isRecord(data) ? data : {}
  if (!isEvmAddress(safeAddress)) throw new LatchkeyError('wallet_failed', { details: 'The Safe returned no address' })
  return { address: checksumAddress(safeAddress), chainId: readChainId(chainId), origin }
}
