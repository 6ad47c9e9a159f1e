import { passkeyChallengeText } from '@latchkey/protocol/wallet'
import { toBase64Url } from '@latchkey/vault'
import { expect, test } from 'vitest'
import { readChallenge } from './readChallenge.ts'

const nonce = 'B'.repeat(43)
const digest = async (text: string) =>
  toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
const of = async (challenge: string | Promise<string>) => ({
  challengeId: 'a',
  nonce,
  options: { challenge: await challenge },
})

test('default: accepts a challenge that is built from its purpose and random part', async () => {
  const challenge = await of(digest(passkeyChallengeText({ purpose: 'login', nonce })))
  expect(await readChallenge('login', challenge)).toBe(challenge)
})

test.each([
  ['the hash of an operation', toBase64Url(new Uint8Array(32).fill(0xab))],
  ['the random part itself', nonce],
  ['that of another purpose', digest(passkeyChallengeText({ purpose: 'step-up', nonce }))],
  ['that of another random part', digest(passkeyChallengeText({ purpose: 'login', nonce: 'C'.repeat(43) }))],
  ['nothing', ''],
])('finding F15: threat 183: the passkey does not sign %s as if it were a login', async (_, challenge) => {
  await expect(readChallenge('login', await of(challenge))).rejects.toMatchObject({ code: 'passkey_refused' })
})
