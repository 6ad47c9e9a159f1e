import { createPublicKey, verify } from 'node:crypto'
import { decodeBase58 } from '@latchkey/protocol'
import { readSiwxMessage } from '@latchkey/protocol/siwx'
import { siwxContractVectors, siwxSignatureVectors } from '@latchkey/protocol/siwx/vectors'
import { recoverMessageAddress } from 'viem'
import { expect, test } from 'vitest'

// Checks the vectors themselves with independent libraries.
test.each(siwxSignatureVectors)('$name', async ({ message, signature, at, wanted, valid, fault }) => {
  const { data } = readSiwxMessage(message)
  expect(fault === 'message').toBe(data === undefined)
  if (!data) return
  const time = Date.parse(at)
  const { notBefore = at, expirationTime = '9999-12-31T23:59:59Z', domain, nonce } = data
  const faults = [
    ...(Date.parse(notBefore) <= time && time < Date.parse(expirationTime) ? [] : ['time']),
    ...((wanted?.domain ?? domain) === domain ? [] : ['domain']),
    ...((wanted?.nonce ?? nonce) === nonce ? [] : ['nonce']),
    ...((await isSigned(data.chainId, data.accountAddress, message, signature)) ? [] : ['signature']),
  ]
  expect(faults).toEqual(valid ? [] : [fault])
})

test.each(siwxContractVectors)('$name: no key signed it', async ({ message, signature, kind }) => {
  const { data } = readSiwxMessage(message)
  expect(data?.chainId).toBe('eip155:1')
  expect(signature.endsWith('6492'.repeat(16))).toBe(kind === 'eip6492')
  expect(await isSigned('eip155:1', data?.accountAddress ?? '', message, signature)).toBe(false)
})

async function isSigned(chainId: string, address: string, message: string, signature: string): Promise<boolean> {
  try {
    if (!chainId.startsWith('solana:'))
      return (await recoverMessageAddress({ message, signature: signature as `0x${string}` })) === address
    const [key, bytes] = [decodeBase58(address), decodeBase58(signature)]
    if (!key || bytes?.length !== 64) return false
    const publicKey = createPublicKey({
      format: 'jwk',
      key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key).toString('base64url') },
    })
    return verify(null, Buffer.from(message), publicKey, bytes)
  } catch {
    return false
  }
}
