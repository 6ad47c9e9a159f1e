import { expect, test } from 'vitest'
import { openWalletStore } from './openWalletStore.ts'

test('default', async () => {
  let asked = 0
  const store = await openWalletStore({
    persist: async () => {
      asked += 1
    },
  })
  expect(store.memoryOnly).toBe(false)
  expect(asked).toBe(1)
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  const algorithm = { name: 'AES-GCM', iv: new Uint8Array(12) }
  const share = crypto.getRandomValues(new Uint8Array(33))
  const box = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, share))
  await store.put('wallets', 'w', {
    walletId: 'w',
    projectId: 'p',
    userId: 'u',
    emailHash: null,
    deviceId: 'd',
    address: '0x',
    seenVersion: 1,
    key,
    current: { epoch: 1, box, vault: new Uint8Array(1), vaultVersion: 1, sealed: [] },
    pending: null,
    accounts: [],
    factors: [],
  })
  // Another page of the same browser.
  const later = await openWalletStore({})
  const [record] = await later.all('wallets')
  if (!record?.current?.box) throw new Error('nothing was kept')
  expect(record.key.extractable).toBe(false)
  const opened = await crypto.subtle.decrypt(algorithm, record.key, record.current.box)
  expect(new Uint8Array(opened)).toStrictEqual(share)
  await later.remove('wallets', 'w')
  expect(await store.get('wallets', 'w')).toBe(undefined)
})

test('behavior: keeps the data of an earlier version when areas are added', async () => {
  const settle = (request: IDBRequest) =>
    new Promise<void>((resolve, reject) => {
      request.onsuccess = () => resolve()
      request.onerror = () => reject(request.error)
    })
  // The pages of the other tests close their connections for it.
  await settle(indexedDB.deleteDatabase('@latchkey-wallet'))
  const request = indexedDB.open('@latchkey-wallet', 1)
  request.onupgradeneeded = () => {
    for (const area of ['keys', 'sessions', 'wallets', 'receivers']) request.result.createObjectStore(area)
    request.transaction?.objectStore('receivers').put(['0x01'], 'a')
  }
  await settle(request)
  request.result.close()
  const store = await openWalletStore({})
  expect(store.memoryOnly).toBe(false)
  expect(await store.get('receivers', 'a')).toStrictEqual(['0x01'])
  const record = { hash: '0x02', chainId: 'eip155:1', nonce: 7, account: '0x03' } as const
  await store.put('sendings', record.hash, record)
  expect(await store.all('sendings')).toStrictEqual([record])
})

test('behavior: threat 56: storage-denied: uses a store in memory, and reports it', async () => {
  const open = indexedDB.open
  IDBFactory.prototype.open = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  try {
    const store = await openWalletStore({})
    expect(store.memoryOnly).toBe(true)
    await store.put('receivers', 'a', ['b'])
    expect(await store.get('receivers', 'a')).toStrictEqual(['b'])
  } finally {
    IDBFactory.prototype.open = open
  }
})
