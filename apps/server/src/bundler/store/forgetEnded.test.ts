import type { UserOperation } from '@latchkey/smart-account'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/createTestDatabase.ts'
import { forgetEnded } from './forgetEnded.ts'
import { findOperation, insertOperation, markAnnounced, settleOperation } from './operationStore.ts'
import { countReputation, readStandings } from './reputationStore.ts'

const chainId = 'eip155:31337'
const sender = '0x00000000000000000000000000000000000000aa'
const day = 86_400_000
const operation: UserOperation = {
  ...{ sender, nonce: 0n, callData: '0x', signature: '0x' },
  ...{ callGasLimit: 1n, verificationGasLimit: 1n, preVerificationGas: 1n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n },
}

test('behavior: threat 87: deletes ended operations after days, but no waiting or unannounced ones', async () => {
  const { database, close } = await createTestDatabase()
  try {
    const now = Date.now()
    const hashes = ['dropped', 'included', 'untold', 'waiting'].map((name, index) => {
      const digits = index.toString().repeat(64)
      return [name, `0x${digits}`] as [string, `0x${string}`]
    })
    for (const [index, [name, hash]] of hashes.entries()) {
      const one = { ...operation, nonce: BigInt(index) }
      await insertOperation(database, { chainId, hash, operation: one, projectId: 'p', validUntil: 0, now })
      if (name === 'waiting') continue
      const state = name === 'included' ? 'included' : 'dropped'
      await settleOperation(database, { chainId, hash, state, now })
      if (name !== 'untold') await markAnnounced(database, { chainId, hashes: [hash], now })
    }
    await countReputation(database, { chainId, addresses: [sender], seen: 900_000, now })
    const left = async (days: number) => {
      await forgetEnded(database, { chainId, now: now + days * day })
      const found: string[] = []
      for (const [name, hash] of hashes) if (await findOperation(database, { chainId, hash })) found.push(name)
      return found
    }
    expect(await left(2)).toEqual(['dropped', 'included', 'untold', 'waiting'])
    expect(await left(4)).toEqual(['included', 'untold', 'waiting'])
    expect((await readStandings(database, { chainId, addresses: [sender], now })).size).toBe(1)
    expect(await left(31)).toEqual(['untold', 'waiting'])
    expect((await readStandings(database, { chainId, addresses: [sender], now })).size).toBe(0)
  } finally {
    await close()
  }
})
