import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { emailCooldown, frameReadyDelay, frameRequestTimeout } from './frameProtocol.ts'
import { type FrameRequestType, frameRequests, walletUserSchema } from './frameRequests.ts'

describe('walletUserSchema (spec 3.18)', () => {
  const address = '0x140BBf461e33044E4193730d1511EA2894edb528'
  const user = { address, chainId: 'eip155:1', accounts: [{ address, type: 'eoa' }] }
  const isUser = (value: unknown) => z.safeParse(walletUserSchema, value).success

  test.each([
    ['alone', user],
    ['with an email address', { ...user, email: 'ada@site.test' }],
    ['with no email address', { ...user, email: null }],
    ['with a number for a chain', { ...user, chainId: 1 }],
    ['with both kinds of account', { ...user, accounts: [...user.accounts, { address, type: 'smartAccount' }] }],
    [
      'with all that is optional',
      { ...user, userName: 'ada', smartAccountDeployed: false, preferredAccountType: 'smartAccount' },
    ],
  ])('default: %s', (_, value) => expect(isUser(value)).toBe(true))

  test.each([
    ['without an address', { ...user, address: undefined }],
    ['without a chain', { ...user, chainId: undefined }],
    ['without accounts', { ...user, accounts: undefined }],
    ['with an account of another kind', { ...user, accounts: [{ address, type: 'vault' }] }],
    ['that prefers another kind', { ...user, preferredAccountType: 'vault' }],
  ])('error: %s', (_, value) => expect(isUser(value)).toBe(false))
})

const isTaken = (type: FrameRequestType, payload: unknown) => z.safeParse(frameRequests[type].payload, payload).success

test('default: spec 7.33: there is a message for every request of a page', () => {
  const asked: FrameRequestType[] = [
    ...(['connectEmail', 'connectDevice', 'connectOtp', 'connectSocial', 'connectFarcaster'] as const),
    ...(['getUser', 'signOut', 'isConnected', 'getChainId', 'switchNetwork'] as const),
    ...(['getSmartAccountEnabledNetworks', 'setPreferredAccount'] as const),
    ...(['updateEmail', 'updateEmailPrimaryOtp', 'updateEmailSecondaryOtp'] as const),
    ...(['syncTheme', 'syncDappData', 'rpc'] as const),
  ]
  expect(Object.keys(frameRequests)).toEqual(expect.arrayContaining(asked))
})

describe('requests of a page', () => {
  test.each(['connectEmail', 'updateEmail'] as const)('spec 5.15: %s accepts only a valid email address', (type) => {
    for (const email of ['ada@brass.example', 'a.b+c@mail.brass.example']) expect(isTaken(type, { email })).toBe(true)
    for (const email of ['', 'ada', 'ada@', '@brass.example', 'a b@brass.example', 7, null])
      expect(isTaken(type, { email })).toBe(false)
    expect(isTaken(type, {})).toBe(false)
  })

  test('spec 5.16: the provider is one of six', () => {
    for (const provider of ['google', 'github', 'apple', 'facebook', 'x', 'discord'])
      expect(isTaken('socialStart', { provider })).toBe(true)
    for (const provider of ['gitlab', 'Google', 'farcaster', '', 'constructor', null])
      expect(isTaken('socialStart', { provider })).toBe(false)
  })

  test('spec 5.17: the theme is light or dark', () => {
    for (const mode of ['light', 'dark']) expect(isTaken('syncTheme', { mode })).toBe(true)
    for (const mode of ['system', 'Dark', '', null, undefined]) expect(isTaken('syncTheme', { mode })).toBe(false)
  })
})

test('spec 9.1, 9.5 and 9.6: 30 s between two mails, 30,000 ms for a request, 500 ms after ready', () => {
  expect({ emailCooldown, frameRequestTimeout, frameReadyDelay }).toEqual({
    emailCooldown: 30,
    frameRequestTimeout: 30_000,
    frameReadyDelay: 500,
  })
})
