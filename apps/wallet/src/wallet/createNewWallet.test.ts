import type { ErrorCode } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { describe, expect, test } from 'vitest'
import { createMemoryStore } from '../device/createMemoryStore.ts'
import type { DeviceRecord } from '../device/KeyValueStore.ts'
import { createNewWallet } from './createNewWallet.ts'
import { hashTypedEmail } from './findDeviceRecords.ts'
import type { WalletContext } from './WalletContext.ts'

const person = { userId: 'own', email: 'mira@mail.example' }

/** Starts a new wallet on a device with a record of the old one; the server refuses with each code in turn. */
async function setup(codes: readonly ErrorCode[]) {
  const store = createMemoryStore()
  const kept = { walletId: 'a', userId: 'own', projectId: 'p', emailHash: await hashTypedEmail(person) }
  await store.put('wallets', 'a', kept as unknown as DeviceRecord)
  const left = [...codes]
  const session = {
    current: () => person,
    request: async () => {
      throw new ServiceError(left.shift() ?? 'internal')
    },
  }
  const context = { store, session, projectId: 'p', randomUUID: () => 'ask' } as unknown as WalletContext
  const newWallet = createNewWallet({ context, wallet: {} as never, signedIn: () => {} })
  for (const code of codes) await expect(newWallet.start({ otp: '000000' })).rejects.toMatchObject({ code })
  return (await store.all('wallets'))[0]?.isLeft ?? false
}

describe('a start that fails', () => {
  test.each(['code_wrong', 'code_expired', 'wallet_protected', 'rate_limited'] as const)(
    'behavior: %s: the record of the old wallet counts for the login as before',
    async (code) => {
      expect(await setup([code])).toBe(false)
    },
  )

  test.each(['network_request_failed', 'response_invalid', 'attempt_unknown', 'session_ended'] as const)(
    'behavior: %s: the login may belong to the new account by now, so the record stays left',
    async (code) => {
      expect(await setup([code])).toBe(true)
      expect(await setup([code, 'code_wrong'])).toBe(true)
    },
  )
})
