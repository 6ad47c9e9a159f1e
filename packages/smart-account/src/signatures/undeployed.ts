import { concat, decodeAbiParameters, encodeAbiParameters, size, slice } from 'viem/utils'

/** How a signature of an account that is not deployed ends. Source: ERC-6492. */
const magic = '0x6492649264926492649264926492649264926492649264926492649264926492'
const parameters = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const

/** A signature with what makes the account that it is of. */
export type UndeployedSignature = { factory: `0x${string}`; factoryData: `0x${string}`; signature: `0x${string}` }

/**
 * A signature of an account that is not deployed, which carries what makes the account. Source: ERC-6492.
 *
 * @example wrapUndeployed({ ...createAccountCall(owner), signature })
 * @throws Error for a signature that is wrapped already
 */
export function wrapUndeployed({ factory, factoryData, signature }: UndeployedSignature): `0x${string}` {
  if (isWrapped(signature)) throw new Error('The signature is wrapped already')
  return concat([encodeAbiParameters(parameters, [factory, factoryData, signature]), magic])
}

/**
 * What {@link wrapUndeployed} wrapped; undefined for any other signature, among them one that is wrapped twice or that hides bytes between.
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

/** Whether a signature is of an account that is not deployed. Source: ERC-6492. */
export function isWrapped(signature: `0x${string}`): boolean {
  return signature.toLowerCase().endsWith(magic.slice(2))
}
