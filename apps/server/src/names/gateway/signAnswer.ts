import { encodeAbiParameters, encodePacked, type Hex, keccak256 } from 'viem'

/** Signs the gateway's answers. The resolver contract knows its address. */
export type AnswerSigner = { sign: (options: { hash: Hex }) => Promise<Hex> }

/** Seconds for which the resolver contract accepts an answer. */
export const answerLifetime = 300

/**
 * Signs an answer for one contract. The contract accepts it only for this request and until it expires. Source: ERC-3668, EIP-191 version
 * 0x00.
 *
 * @param options.target the resolver contract
 * @param options.request the calldata of the request
 * @param options.result the result of `resolve`
 * @param options.expires Unix seconds
 * @returns `abi.encode(bytes result, uint64 expires, bytes signature)`
 */
export async function signAnswer({
  signer,
  target,
  request,
  result,
  expires,
}: {
  signer: AnswerSigner
  target: Hex
  request: Hex
  result: Hex
  expires: number
}): Promise<Hex> {
  const hash = hashAnswer({ target, request, result, expires })
  return encodeAbiParameters(
    [{ type: 'bytes' }, { type: 'uint64' }, { type: 'bytes' }],
    [result, BigInt(expires), await signer.sign({ hash })],
  )
}

/** Returns the hash to sign, as the resolver contract computes it. */
export function hashAnswer({
  target,
  request,
  result,
  expires,
}: {
  target: Hex
  request: Hex
  result: Hex
  expires: number
}): Hex {
  return keccak256(
    encodePacked(
      ['bytes2', 'address', 'uint64', 'bytes32', 'bytes32'],
      ['0x1900', target, BigInt(expires), keccak256(request), keccak256(result)],
    ),
  )
}
