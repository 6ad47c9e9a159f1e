import { type AccountId, toAccountId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { readSiwxMessage, writeSiwxMessage } from '@latchkey/protocol/siwx'
import {
  recapVectors,
  type SiwxSignatureVector,
  siwxSignatureVectors,
  siwxTextVectors,
} from '@latchkey/protocol/siwx/vectors'
import { expect, test } from 'vitest'
import type { RpcService } from '../rpc/RpcService.ts'
import { verifySignature } from '../signatures/verifySignature.ts'
import { judgeMessage, type MessageCall } from './judgeMessage.ts'

/** A chain without contracts. */
const rpc = {
  request: async () => {
    throw new ServiceError('upstream_unavailable')
  },
} as unknown as RpcService

/** @returns the code of the refusal with its field, or undefined if the message passes */
function judge(message: string, { now, origin, checkNonce }: Partial<MessageCall> = {}): string | undefined {
  const { data } = readSiwxMessage(message)
  const { domain = '', uri = '', issuedAt = '2026-01-01T00:00:00Z' } = data ?? {}
  const address: AccountId = data
    ? toAccountId({ chainId: data.chainId, address: data.accountAddress })
    : 'eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
  try {
    judgeMessage({
      ...{ message, address, origins: [], chainIds: data ? [data.chainId] : [] },
      now: now ?? Date.parse(issuedAt),
      origin: origin ?? `${uri.startsWith('http:') ? 'http' : 'https'}://${domain}`,
      checkNonce: checkNonce ?? (() => ({ expiresAt: new Date() })),
    })
    return undefined
  } catch (error) {
    if (error instanceof ServiceError) return `${error.code} ${error.field}`
    throw error
  }
}

async function isSigned({ message, signature }: SiwxSignatureVector): Promise<boolean> {
  const { data } = readSiwxMessage(message)
  if (!data) return false
  const account = toAccountId({ chainId: data.chainId, address: data.accountAddress })
  return verifySignature({ rpc, account, message, signature }).then(
    () => true,
    () => false,
  )
}

/** Valid messages that this server refuses: it requires a URI of the page, and a recent message. */
const refusedHere: Record<string, string> = {
  'resources, and a URI of another scheme': 'siwx_uri_wrong uri',
  'a recovery byte that counts from 0': 'siwx_uri_wrong uri',
  'after its beginning': 'siwx_issued_at_wrong issuedAt',
}
const codes = {
  message: /^siwx_message_invalid /,
  time: /^siwx_(message_expired|message_not_yet_valid|issued_at_wrong) /,
  domain: /^siwx_domain_wrong domain$/,
  nonce: /^siwx_nonce_invalid nonce$/,
} as const

test.each(siwxSignatureVectors.map((vector) => [vector.name, vector] as const))(
  'default: a signature of public vectors: %s',
  async (name, vector) => {
    const { message, at, wanted = {}, valid, fault } = vector
    const judged = judge(message, {
      now: Date.parse(at),
      ...(wanted.domain ? { origin: `https://${wanted.domain}` } : {}),
      checkNonce: (nonce) => {
        if (wanted.nonce && wanted.nonce !== nonce) throw new ServiceError('siwx_nonce_invalid', { field: 'nonce' })
        return { expiresAt: new Date() }
      },
    })
    if (valid) {
      expect(judged).toBe(refusedHere[name])
      expect(await isSigned(vector)).toBe(true)
    } else if (fault === 'signature') expect(await isSigned(vector)).toBe(false)
    else expect(judged).toMatch(codes[fault ?? 'message'])
  },
)

test('behavior: all valid messages that are refused are among the vectors', () => {
  const names = siwxSignatureVectors.filter(({ valid }) => valid).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(Object.keys(refusedHere)))
  expect(names.length).toBeGreaterThan(Object.keys(refusedHere).length)
})

test.each(siwxTextVectors.map((vector) => [vector.name, vector] as const))(
  'behavior: threat 111: a text of the public vectors: %s',
  (_, { text, issue }) => {
    const judged = judge(text) ?? ''
    if (issue) expect(judged).toBe(`siwx_message_invalid ${issue}`)
    // The fields are checked elsewhere: some have no page, are old, or lack a checksum.
    else expect(judged).not.toMatch(/^siwx_message_invalid (?!accountAddress)/)
  },
)

test.each(recapVectors.map((vector) => [vector.name, vector] as const))(
  'behavior: threat 111: a recap of the public vectors: %s',
  (_, { statement, resources, issue }) => {
    const text = writeSiwxMessage({
      ...{ accountAddress: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', chainId: 'eip155:1', domain: 'example.com' },
      ...{ uri: 'https://example.com', version: '1', nonce: 'abcdefgh12345678', issuedAt: '2026-01-01T00:00:00Z' },
      ...(statement === undefined ? {} : { statement }),
      resources,
    })
    const judged = judge(text)
    if (issue) expect(judged).toMatch(new RegExp(`^siwx_(resources_refused|message_invalid) ${issue}$`))
    else expect(judged).toBeUndefined()
  },
)
