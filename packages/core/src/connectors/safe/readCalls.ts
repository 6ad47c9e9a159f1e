import { isEvmAddress, LatchkeyError } from '@latchkey/protocol'
import { isRecord } from '../isRecord.ts'
import { readChainId } from '../provider/readChainId.ts'
import type { SafeInfo } from './readSafeInfo.ts'

/** A call in the Safe's format; the value in base units, decimal. */
export type SafeCall = { to: string; value: string; data: string }

/**
 * Reads a call of `eth_sendTransaction` or `wallet_sendCalls`. Gas and nonce are dropped, because the Safe chooses them.
 *
 * @throws LatchkeyError `malformed_request`: a Safe cannot create contracts this way
 */
export function readCall(call: unknown): SafeCall {
  const { to, value, data, input } = isRecord(call) ? call : {}
  const bytes = data ?? input ?? '0x'
  if (!isEvmAddress(to)) throw malformed('A Safe needs the address that is called')
  if (typeof bytes !== 'string' || !/^0x([0-9a-f]{2})*$/i.test(bytes)) throw malformed('The data is not hexadecimal')
  return { to, value: readValue(value), data: bytes }
}

/**
 * Checks that a request is for the Safe's account and network, if it names them.
 *
 * @throws LatchkeyError `malformed_request`, `chain_not_in_provider`
 */
export function checkOwner({ request, info }: { request: unknown; info: SafeInfo }): void {
  const { from, chainId } = isRecord(request) ? request : {}
  checkAccount({ account: from ?? info.address, info })
  if (chainId !== undefined && readChainId(chainId) !== info.chainId) throw new LatchkeyError('chain_not_in_provider')
}

/** Checks that an address is the Safe's. @throws LatchkeyError `malformed_request` */
export function checkAccount({ account, info }: { account: unknown; info: SafeInfo }): void {
  if (String(account).toLowerCase() !== info.address.toLowerCase())
    throw malformed('That is not the account of the Safe')
}

function readValue(value: unknown): string {
  if (value === undefined) return '0'
  const readable =
    (typeof value === 'string' && /^(0x[0-9a-f]+|[0-9]+)$/i.test(value)) ||
    typeof value === 'bigint' ||
    (typeof value === 'number' && Number.isSafeInteger(value))
  if (!readable || BigInt(value) < 0n) throw malformed('The value is not an amount')
  return BigInt(value).toString()
}

function malformed(details: string): LatchkeyError {
  return new LatchkeyError('malformed_request', { details })
}
