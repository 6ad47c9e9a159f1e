import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { frameRequests, oauthProviderSchema, walletUserSchema } from './frameRequests.ts'

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

test('default: the provider of a login is one of six (spec 5.16)', () => {
  expect(oauthProviderSchema.options.toSorted()).toStrictEqual(
    ['google', 'github', 'apple', 'facebook', 'x', 'discord'].toSorted(),
  )
  expect(z.safeParse(oauthProviderSchema, 'myspace').success).toBe(false)
})

test('default: the theme is light or dark (spec 5.17)', () => {
  const isTheme = (mode: unknown) => z.safeParse(frameRequests.syncTheme.payload, { mode }).success
  expect(['light', 'dark', 'sepia', '', undefined].map(isTheme)).toStrictEqual([true, true, false, false, false])
})

test('default: every message that the specification names (spec 7.33)', () => {
  expect(Object.keys(frameRequests)).toEqual(
    expect.arrayContaining([
      ...['connectEmail', 'connectDevice', 'connectOtp', 'connectSocial', 'connectFarcaster'],
      ...['getUser', 'signOut', 'isConnected', 'getChainId', 'switchNetwork'],
      ...['getSmartAccountEnabledNetworks', 'initSmartAccount', 'setPreferredAccount'],
      ...['updateEmail', 'updateEmailPrimaryOtp', 'updateEmailSecondaryOtp'],
      ...['syncTheme', 'syncDappData', 'rpc'],
    ]),
  )
})
