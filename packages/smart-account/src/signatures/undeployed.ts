import { concat, decodeAbiParameters, encodeAbiParameters, size, slice } from 'viem/utils'

/** Last bytes of a signature of an undeployed account. Source: ERC-6492. */
const magic = '0x6492649264926492649264926492649264926492649264926492649264926492'
const parameters = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const

/** A signature with the call that deploys its account. */
export type UndeployedSignature = { factory: `0x${string}`; factoryData: `0x${string}`; signature: `0x${string}` }

/**
 * Wraps the signature of an undeployed account with the call that deploys it. Source: ERC-6492.
 *
 * @example
 * wrapUndeployed({ ...createAccountCall(owner), signature })
 * @throws Error if the signature is already wrapped
 */
export function wrapUndeployed({ factory, factoryData, signature }: UndeployedSignature): `0x${string}` {
  if (isWrapped(signature)) throw new Error('The signature is wrapped already')
  return concat([encodeAbiParameters(parameters, [factory, factoryData, signature]), magic])
}

/**
 * Unwraps the result of {@link wrapUndeployed}; undefined for any other signature, including one that is wrapped twice or has
 * additional bytes.
 */
export function unwrapUndeployed(signature: `0x${string}`): UndeployedSignature | undefined {
  if (!isWrapped(signature)) return undefined
  try {
    const [factory, factoryData, inner] = decodeAbiParameters(parameters, slice(signature, 0, size(signature) - 32))
    const read = { factory, factoryData, signature: inner }
    return !isWrapped(inner) && wrapUndeployed(read) === signature.toLowerCase() ? read : undefined
  } catch {
    return undefined
  }
}

/** Returns whether a signature belongs to an undeployed account. Source: ERC-6492. */
export function isWrapped(signature: `0x${string}`): boolean {
  return signature.toLowerCase().endsWith(magic.slice(2))
}
