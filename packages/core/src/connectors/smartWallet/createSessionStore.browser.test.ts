import { expect, onTestFinished, test, vi } from 'vitest'
import { createSessionStore, type SmartWalletSession } from './createSessionStore.ts'
import { createSessionKeys } from './sessionKeys.ts'

const walletOrigin = 'https://wallet.test'
async function createSession(): Promise<SmartWalletSession> {
  return {
    ...(await createSessionKeys()),
    walletKey: '00',
    accounts: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
    chainId: 1,
    chains: [],
    capabilities: undefined,
  }
}

test('default: another page reads the stored connection, and nothing after it is cleared', async () => {
  const store = createSessionStore({ walletOrigin })
  await store.write(await createSession())
  const other = createSessionStore({ walletOrigin })
  expect(await other.read()).toMatchObject({ walletKey: '00', chainId: 1 })
  await store.clear()
  expect(await other.read()).toBeUndefined()
})

test('behavior: a clear reaches the browser immediately: a page that is left right after it keeps no key', async () => {
  const store = createSessionStore({ walletOrigin })
  await store.write(await createSession())
  const deleted = vi.spyOn(IDBObjectStore.prototype, 'delete')
  const committed = vi.spyOn(IDBTransaction.prototype, 'commit')
  onTestFinished(() => {
    deleted.mockRestore()
    committed.mockRestore()
  })
  const cleared = store.clear()
  expect(deleted).toHaveBeenCalledTimes(1)
  expect(committed).toHaveBeenCalledTimes(1)
  await cleared
  expect(await store.read()).toBeUndefined()
})

test('behavior: a deleted database is opened again', async () => {
  const store = createSessionStore({ walletOrigin })
  await store.write(await createSession())
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase('latchkey-smart-wallet')
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
  })
  expect(await store.read()).toBeUndefined()
  await store.write(await createSession())
  expect(await store.read()).toMatchObject({ walletKey: '00' })
  await store.clear()
})
